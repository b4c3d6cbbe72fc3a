// Findings by their code: errors first, a group folded or open, and the way from one to the next.

/** A group of more warnings than this is folded at first, if there are others. */
const MANY = 25;

/** Groups that were folded or opened by hand. */
const chosen = new Map();

const rank = (finding) => (finding.severity === 'error' ? 0 : 1);

/** Groups of the numbers of findings: those with errors first, and in each its errors first. */
export function groupFindings(findings) {
  const found = new Map();
  findings.forEach((finding, index) => {
    if (!found.has(finding.code)) found.set(finding.code, { code: finding.code, indexes: [], errors: 0 });
    const group = found.get(finding.code);
    group.indexes.push(index);
    if (finding.severity === 'error') group.errors += 1;
  });
  const groups = [...found.values()];
  for (const { indexes } of groups) indexes.sort((a, b) => rank(findings[a]) - rank(findings[b]));
  return groups.sort((a, b) => (b.errors > 0) - (a.errors > 0)).map((group) => ({ ...group, folded: isFolded(group, groups.length) }));
}

const isFolded = ({ code, indexes, errors }, groups) => chosen.get(code) ?? (groups > 1 && !errors && indexes.length > MANY);

export const foldGroup = (code, folded) => chosen.set(code, folded);

/** Which finding is the current one: its place in the order of the panel, and what it is. */
const current = { at: -1, id: '' };

export const setCurrentFinding = (at, id) => Object.assign(current, { at, id });

/** The place of the next finding, or of the one before, round the list. One that was mended
 *  meanwhile is followed by what stands in its place now. */
export function nextPlace(ids, by) {
  if (current.at < 0) return by > 0 ? 0 : ids.length - 1;
  const here = ids[current.at] === current.id ? current.at : ids.indexOf(current.id);
  const gone = by > 0 ? current.at - 1 : current.at;
  return ((here < 0 ? Math.min(gone, ids.length - (by > 0 ? 1 : 0)) : here) + by + ids.length) % ids.length;
}
