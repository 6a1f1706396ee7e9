// Makes the pages quicker to use. Everything works without it.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  // A page that came of a post is not posted once more.
  const load = () => window.location.replace(window.location.href.split("#")[0]);

  // What is to be changed is read first, and its links lead to the question before its field.
  const summary = document.querySelector("[data-focus]");
  if (summary) {
    summary.focus();
    summary.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      const field = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!field) return;
      event.preventDefault();
      const parts = field.closest("details");
      if (parts) parts.open = true;
      const set = field.closest("fieldset");
      const title = (set && set.querySelector("legend")) ||
        document.querySelector(`label[for="${CSS.escape(field.id)}"]`);
      if (title) title.scrollIntoView();
      field.focus({ preventScroll: true });
    });
  }

  // A second click within a second is a slip. The server takes an answer once, whatever happens here.
  let sentAt = 0;
  document.addEventListener("submit", (event) => {
    const now = Date.now();
    if (now - sentAt < 1000) event.preventDefault();
    else sentAt = now;
  });

  // A page from the browser's memory may be older than the session.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) load();
  });

  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }

  const enhance = (part) => {
    for (const field of part.querySelectorAll("input[data-show]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button secondary reveal";
      button.setAttribute("aria-controls", field.id);
      button.textContent = field.dataset.show;
      button.addEventListener("click", () => {
        const isShown = field.type === "text";
        field.type = isShown ? "password" : "text";
        button.textContent = isShown ? field.dataset.show : field.dataset.hide;
      });
      field.insertAdjacentElement("afterend", button);
      // What is sent is never shown in the page's history.
      field.form.addEventListener("submit", () => { field.type = "password"; });
    }
    for (const list of part.querySelectorAll("[data-filter]")) filter(list);
  };

  // A long list has a field in which a part of a name is typed.
  const filter = (list) => {
    const id = `${list.querySelector("input").id}-filter`;
    const box = document.createElement("div");
    box.className = "filter";
    const label = document.createElement("label");
    label.htmlFor = id;
    label.textContent = list.dataset.filter;
    const input = document.createElement("input");
    input.type = "text";
    input.id = id;
    input.className = "input width-20";
    input.autocomplete = "off";
    const found = document.createElement("span");
    found.className = "unseen";
    found.setAttribute("role", "status");
    box.append(label, input, found);
    list.before(box);
    const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
    const rows = [...list.querySelectorAll(".option")].map((row) => [row, folded(row.textContent)]);
    input.addEventListener("input", () => {
      const wanted = folded(input.value.trim());
      let count = 0;
      for (const [row, text] of rows) {
        const isKept = text.includes(wanted) || row.querySelector("input").checked;
        row.hidden = !isKept;
        if (isKept) count += 1;
      }
      found.textContent = list.dataset.found.replace("{count}", count);
    });
    // Enter would send the form.
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
  };
  enhance(document);

  // Fields that appear with what was chosen: the form is asked for once more, and nothing is answered.
  let asking = null;
  document.addEventListener("change", async (event) => {
    const form = event.target.closest("form[data-refresh]");
    if (!form || !event.target.matches("input[type=radio], input[type=checkbox], select")) return;
    const data = new FormData(form);
    for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
    data.set("do", "refresh");
    if (asking) asking.abort();
    const own = asking = new AbortController();
    form.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(data), signal: own.signal,
      });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector("[data-fields]");
      if (fresh) merge(form.querySelector("[data-fields]"), fresh);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (asking === own) form.removeAttribute("aria-busy");
    }
  });

  // Fields that are there already stay as they are, with what was typed in them.
  const merge = (here, fresh) => {
    const known = new Map([...here.children].map((field) => [field.dataset.field, field]));
    const wanted = [...fresh.children];
    const names = new Set(wanted.map((field) => field.dataset.field));
    for (const [name, field] of known) if (!names.has(name)) field.remove();
    let before = null;
    for (const field of wanted) {
      const there = known.get(field.dataset.field);
      const place = there || document.importNode(field, true);
      if (!there) {
        if (before) before.after(place); else here.prepend(place);
        enhance(place);
      }
      before = place;
    }
  };

  // Work under way is told of as it goes; if that fails the page is loaded again now and then.
  const work = document.querySelector("[data-events]");
  if (work) {
    const events = new EventSource(work.dataset.events);
    events.addEventListener("progress", (event) => {
      const told = JSON.parse(event.data);
      const bar = work.querySelector("[data-bar]");
      if (bar && told.total) bar.value = Math.min(told.done, told.total) * 100 / told.total;
      const remark = work.querySelector("[data-remark]");
      if (remark && told.text) remark.textContent = told.text;
    });
    events.addEventListener("moved", () => { events.close(); load(); });
    let failures = 0;
    events.addEventListener("error", () => {
      failures += 1;
      if (events.readyState === EventSource.CLOSED || failures > 3) {
        events.close();
        window.setTimeout(load, 3000);
      }
    });
  }
})();
