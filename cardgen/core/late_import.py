"""Modules that take long to import and are not always needed.

In      the name of a module.
Out     a stand-in that becomes the module when something of it is first asked for.

numpy takes a twentieth of a cold check, and a process that looks at no pixels never needs it.
"""

from __future__ import annotations

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType


def import_late(name: str) -> ModuleType:
    """Return a module that is imported when it is first used.

    Raises:
        ImportError: there is no such module.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
