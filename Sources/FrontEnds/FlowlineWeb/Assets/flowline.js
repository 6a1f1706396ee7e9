// What a page does besides: all of it works without.
(() => {
  "use strict";
  const each = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);

  // What is wrong is read first.
  document.querySelector("[data-focus]")?.focus();
  each(".problem a", (link) => link.addEventListener("click", (event) => {
    const field = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!field) return;
    event.preventDefault();
    (field.closest("fieldset")?.querySelector("legend") ?? field.labels?.[0] ?? field)
      .scrollIntoView();
    field.focus({ preventScroll: true });
  }));

  // A page from the browser's memory may be of yesterday.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  function prepare(root) {
    // A second press within a second sends nothing; buttons stay enabled.
    each("form[data-guarded]", (form) => {
      let last = 0;
      form.addEventListener("submit", (event) => {
        const now = Date.now();
        if (now - last < 1000) event.preventDefault(); else last = now;
      });
    }, root);
    each("[data-reveals]", (button) => {
      const [field, show] = [document.getElementById(button.dataset.reveals), button.textContent];
      button.hidden = false;
      button.addEventListener("click", () => {
        const isShown = field.type === "text";
        field.type = isShown ? "password" : "text";
        button.textContent = isShown ? show : button.dataset.hide;
      });
    }, root);
    each("[data-finds]", (box) => {
      const list = document.getElementById(box.dataset.finds);
      box.hidden = false;
      box.querySelector("input").addEventListener("input", (event) => {
        const words = event.target.value.toLocaleLowerCase().split(/\s+/);
        each(".option", (option) => {
          const text = option.textContent.toLocaleLowerCase();
          option.hidden = !words.every((word) => text.includes(word))
            && !option.querySelector("input").checked;
        }, list);
      });
      box.querySelector("input").addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
      });
    }, root);
    // Fields appear and vanish as the others are answered.
    each("form[data-form]", (form) => {
      const button = form.querySelector("[data-refresh]");
      if (!button) return;
      button.hidden = true;
      form.addEventListener("change", async (event) => {
        if (event.target.type === "file") return;
        const body = new URLSearchParams();
        for (const [name, value] of new FormData(form)) {
          if (typeof value === "string") body.append(name, value);
        }
        body.append("do", "refresh");
        const reply = await fetch(form.action, { method: "POST", body });
        if (!reply.ok) return;
        const page = new DOMParser().parseFromString(await reply.text(), "text/html");
        const fresh = page.querySelector("form[data-form]");
        if (!fresh || names(fresh) === names(form)) return;
        const focused = document.activeElement?.id;
        each("input[type=file]", (file) => {
          fresh.querySelector("#" + CSS.escape(file.id))?.replaceWith(file);
        }, form);
        form.replaceWith(fresh);
        prepare(fresh.parentElement);
        if (focused) document.getElementById(focused)?.focus();
      });
    }, root);
  }
  const names = (form) => [...new Set([...form.elements].map((field) => field.name))].join("\n");
  prepare(document);

  // What is under way tells when there is something new.
  const address = document.body.dataset.events;
  if (address && "EventSource" in window) {
    const events = new EventSource(address);
    events.addEventListener("settled", () => { events.close(); location.reload(); });
    events.addEventListener("progress", (event) => {
      const told = JSON.parse(event.data);
      const bar = document.querySelector("main progress");
      if (bar && told.total) { bar.max = told.total; bar.value = told.done; }
    });
  }
})();
