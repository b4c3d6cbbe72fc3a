"use strict";
(() => {
  const views = document.getElementById("views");
  views.hidden = false;
  views.addEventListener("change", (event) => {
    document.body.dataset.view = event.target.value;
  });
  for (const slider of document.querySelectorAll(".slider")) {
    slider.hidden = false;
    const pictures = slider.parentElement.querySelector(".pictures");
    slider.addEventListener("input", (event) => {
      pictures.style.setProperty("--share", `${event.target.value}%`);
    });
  }
})();
