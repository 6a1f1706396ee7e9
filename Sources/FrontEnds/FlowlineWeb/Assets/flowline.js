// Makes the pages quicker to use. Everything works without it.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  // Ways to other pages are buttons of the form, which take along what is typed; the script does that for links.
  for (const button of document.querySelectorAll("button[data-way]")) {
    const link = document.createElement("a");
    [link.href, link.className] = [button.dataset.way, button.className];
    link.append(...button.childNodes);
    button.replaceWith(link);
  }
  // A page that came of a post is not posted once more, but for one that only takes along what was typed.
  const loadAnew = () => window.location.replace(window.location.href.split("#")[0]);
  // While a form is on its way the page is not loaded: that would cancel it, and lose what the reply has the browser
  // keep.
  let isSending = false;
  const load = () => {
    if (isSending) return;
    const carried = document.querySelector("form[data-carried]");
    if (carried) carried.submit();
    else loadAnew();
  };

  // What is to be changed is read first, and its links lead to the question before its field.
  const lead = (event, link) => {
    const field = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!field) return;
    if (event) event.preventDefault();
    const parts = field.closest("details");
    if (parts) parts.open = true;
    const set = field.closest("fieldset");
    const title = (set && set.querySelector("legend")) ||
      document.querySelector(`label[for="${CSS.escape(field.id)}"]`);
    if (title) title.scrollIntoView();
    field.focus({ preventScroll: true });
  };
  const summary = document.querySelector("[data-focus]");
  const added = document.querySelector("[data-added]");
  for (const part of [summary, added]) {
    if (part) part.addEventListener("click", (event) => lead(event, event.target.closest("a")));
  }
  if (summary) summary.focus();
  // What has appeared with what was sent is answered next.
  else if (added) lead(null, added.querySelector("a"));

  // A second click within a second is a slip, but not one that locks. The server takes an answer once, whatever
  // happens here.
  const locks = ({ submitter }) => Boolean(submitter) && "locks" in submitter.dataset;
  let sent = null;
  let sentAt = 0;
  document.addEventListener("submit", (event) => {
    const now = Date.now();
    if (event.target === sent && now - sentAt < 1000 && !locks(event)) event.preventDefault();
    else [sent, sentAt] = [event.target, now];
  });
  // Whether it is sent is known behind all who listen for it.
  const whenSent = [];
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    isSending = true;
    for (const stop of whenSent) stop();
  });
  // It was sent once the page is left: one that comes back from the browser's memory may be loaded again.
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) isSending = false; });

  // A page that is left or locked waits for no upload: nobody would keep its files, and of them is sent that they were
  // chosen. The browser reads the fields right behind the event.
  let isLeft = false;
  document.addEventListener("submit", (event) => {
    isLeft = locks(event);
    window.setTimeout(() => { isLeft = false; });
  });
  document.addEventListener("formdata", ({ formData }) => {
    if (!isLeft) return;
    const chosen = [...formData].filter(([, value]) => value instanceof File);
    for (const [name, file] of chosen) {
      formData.delete(name);
      const [, page, own] = /^(page\.[^.]*\.)?([^]*)$/.exec(name);
      if (file.name) formData.append(`${page || ""}lost`, own);
    }
  });

  // What holds something typed or chosen that no address has, and the forms of it that were sent.
  const typed = new Set(document.querySelectorAll("[data-typed]"));
  const sentForms = new Set();
  // A secret is typed again.
  const isSecret = (field) => field.type === "password" || "show" in field.dataset;
  document.addEventListener("input", ({ target }) => {
    if (target.form && target.name && !isSecret(target)) typed.add(target.form);
  });
  document.addEventListener("submit", ({ target, submitter }) => {
    // What is sent along with another answer, on the way back or to lock is not answered yet.
    const isKept = "several" in target.dataset || submitter && (submitter.name === "language" ||
      submitter.name === "do" && ["refresh", "back", "lock"].includes(submitter.value));
    if (!isKept && typed.delete(target)) sentForms.add(target);
  });
  // Whether a person is at something on this page that is more than to be taken along.
  const isFilling = () => [...typed].some((part) => !part.matches("[data-carried]"));

  // A page that came of a post gets an address that can be asked for, so that Back and reload send nothing
  // twice. What is in its form, secrets and files apart, is kept beside the address in the browser's history,
  // and is sent to be shown when the browser asks for the address again. So it is on a page that was asked for,
  // once something is typed there and until it is answered.
  const { posted, ofSession } = document.body.dataset;
  const filled = document.querySelector("form[data-again]");
  const here = window.location.pathname + window.location.search;
  const fieldsKept = () => {
    const entries = filled ? [...new FormData(filled)] : [];
    const beside = /^(page\.[^.]*\.)?sensitive$/;
    const hidden = entries.filter(([name]) => beside.test(name))
      .map(([name, value]) => name.replace(/sensitive$/, () => value));
    return entries.filter(([name, value]) => typeof value === "string" &&
      !hidden.some((other) => name === other || name.startsWith(`${other}/`)));
  };
  let isShownAgain = false;
  const keep = () => {
    if (isShownAgain) return;
    const isKept = posted !== undefined || typed.has(filled);
    const state = isKept ? { at: posted || here, fields: fieldsKept() } : null;
    try {
      window.history.replaceState(state, "", posted);
    } catch {
      // More than the browser keeps.
      window.history.replaceState(null, "", posted);
    }
  };
  const showAgain = (fields, path = window.location.pathname) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${path}?do=show`;
    form.hidden = true;
    for (const [name, value] of fields) {
      const input = document.createElement("input");
      [input.type, input.name, input.value] = ["hidden", name, value];
      form.append(input);
    }
    document.querySelector("main").setAttribute("aria-busy", "true");
    document.body.append(form);
    isShownAgain = true;
    form.submit();
  };
  // A question that one went back from is not asked at its address: that leads elsewhere, and the browser drops what
  // is kept beside it. What was typed there is kept for that way, and for no other.
  const wayBack = "flowline-way-back";
  const takeWayBack = () => {
    try {
      const text = window.sessionStorage.getItem(wayBack);
      window.sessionStorage.removeItem(wayBack);
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const keepWayBack = ({ target, submitter }) => {
    takeWayBack();
    const isBack = submitter && submitter.name === "do" && submitter.value === "back";
    if (!isBack || target !== filled || !typed.has(target)) return;
    try {
      const kept = { of: filled.dataset.carries, at: window.location.pathname, fields: fieldsKept() };
      window.sessionStorage.setItem(wayBack, JSON.stringify(kept));
    } catch {
      // More than the browser keeps, or nothing at all.
    }
  };
  document.addEventListener("submit", keepWayBack);

  const left = window.history.state;
  const isMoved = new URLSearchParams(window.location.search).get("notice") === "moved";
  const isFilledIn = ofSession !== undefined && filled;
  if (posted !== undefined) {
    keep();
  } else if (isFilledIn) {
    const behind = isMoved && takeWayBack();
    if (left && left.fields && left.fields.length && left.at === here) showAgain(left.fields);
    else if (behind && behind.of === filled.dataset.carries) showAgain(behind.fields, behind.at);
  }
  if (posted !== undefined || isFilledIn) {
    for (const kind of ["change", "submit"]) document.addEventListener(kind, keep);
    window.addEventListener("pagehide", keep);
  }

  // A link takes along what was typed: pages of the session show it again, and for others the server keeps it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download")) return;
    const { origin, pathname, search, hash } = link;
    // One to a part of this page leads nowhere else.
    if (link.href.includes("#") && pathname + search === window.location.pathname + window.location.search) return;
    const form = [...document.forms].find((form) => typed.has(form) &&
      ("carries" in form.dataset || "keeps" in form.dataset));
    if (!form || origin !== window.location.origin) return;
    const { carries, keeps } = form.dataset;
    const isWithin = carries !== undefined && (pathname === carries || pathname.startsWith(`${carries}/`));
    if (!isWithin && keeps === undefined) return;
    event.preventDefault();
    const action = form.getAttribute("action");
    const way = encodeURIComponent(pathname + search + hash);
    form.setAttribute("action", isWithin ? `${pathname}?do=show${hash}` : `${action}?do=keep&to=${way}`);
    isLeft = true;
    form.submit();
    isLeft = false;
    form.setAttribute("action", action);
  });

  // Enter in one of several questions answers that one.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
    const field = event.target.closest("form[data-several] input:not([type=file])");
    const button = field && field.closest("[data-question]").querySelector("button[name=do]");
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  // The page that the address has by now; null if the person may not see it any more.
  const current = async () => {
    const { href } = window.location;
    const response = await fetch(href).catch(async (error) => {
      // A log-in in front of the site leads elsewhere, where no script may follow.
      if ((await fetch(href, { redirect: "manual" })).type === "opaqueredirect") return null;
      throw error;
    });
    if (!response) return null;
    // The visitor has ended: the browser is another one's by now.
    if (response.redirected &&
        new URL(response.url).searchParams.get("notice") === "logged-out") return null;
    // A server that cannot answer now says nothing about the page.
    if (response.status === 429 || response.status >= 500) throw new Error(response.statusText);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const isLocked = "locked" in page.body.dataset && !document.body.dataset.lock;
    // A page that says the same is no news.
    const isRefused = [401, 403, 404].includes(response.status) && page.title !== document.title;
    return isLocked || isRefused ? null : page;
  };
  // Whether a page still asks what a form was sent for.
  const asks = (page, form) => [...page.forms].some((other) => "step" in other.dataset &&
    other.getAttribute("action") === form.getAttribute("action") &&
    ("earlier" in other.dataset) === ("earlier" in form.dataset));

  // A page from the browser's memory may be older than the session. With something on it that was typed
  // and not taken it stays, as a page in another tab does: if it is sent too late, that comes back.
  window.addEventListener("pageshow", async (event) => {
    if (!event.persisted) return;
    const isTyped = typed.size > 0;
    const sentBefore = [...sentForms];
    if (!isTyped && !sentBefore.length) {
      load();
      return;
    }
    const main = document.querySelector("main");
    for (const field of document.querySelectorAll("input")) if (isSecret(field)) field.value = "";
    main.setAttribute("aria-busy", "true");
    try {
      const page = await current();
      // Something may have been typed meanwhile.
      const isKept = isTyped || typed.size > 0;
      // What was typed is of a person who may not see it any more.
      if (!page) loadAnew();
      else if (!isKept && !sentBefore.some((form) => asks(page, form))) load();
    } catch {
      // While the server cannot be reached, nothing is known to have changed.
    } finally {
      main.removeAttribute("aria-busy");
    }
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
    const found = document.createElement("p");
    found.className = "detail";
    found.setAttribute("role", "status");
    box.append(label, input, found);
    list.before(box);
    const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
    const rows = [...list.querySelectorAll(".option")].map((row) =>
      ({ row, text: folded(row.textContent), field: row.querySelector("input") }));
    const chosen = rows.find(({ field }) => field.checked);
    if (chosen) list.scrollTop = chosen.row.offsetTop - list.offsetTop - list.clientHeight / 3;
    // What is chosen and not shown is not sent: nobody would know of it. It is chosen again once it is shown,
    // unless another one is by then. Of boxes those that are ticked stay in sight.
    let aside = null;
    input.addEventListener("input", () => {
      const wanted = folded(input.value.trim());
      let count = 0;
      for (const { row, text, field } of rows) {
        const isMatch = text.includes(wanted);
        if (isMatch) count += 1;
        row.hidden = !isMatch && !(field.type === "checkbox" && field.checked);
        if (row.hidden && field.checked) [aside, field.checked] = [field, false];
      }
      if (rows.some(({ field }) => field.checked)) aside = null;
      else if (aside && !aside.closest(".option").hidden) aside.checked = true;
      list.scrollTop = 0;
      const { found: some, unmatched } = list.dataset;
      found.textContent = !wanted ? "" : count ? some.replace("{count}", count) : unmatched;
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
    const question = event.target.closest("[data-refresh]");
    if (!question || !event.target.matches("input[type=radio], input[type=checkbox]")) {
      return;
    }
    const { form } = event.target;
    const data = new FormData(form);
    for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
    data.set("do", "refresh");
    if (asking) asking.abort();
    const own = asking = new AbortController();
    form.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(question.dataset.question, {
        method: "POST", body: new URLSearchParams(data), signal: own.signal,
      });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(question.id);
      const fields = fresh && fresh.dataset.step === question.dataset.step &&
        fresh.querySelector("[data-fields]");
      if (!fields) return;
      // With a field for a file the form is sent another way.
      form.enctype = fresh.closest("form").enctype;
      merge(question.querySelector("[data-fields]"), fields);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (asking === own) form.removeAttribute("aria-busy");
    }
  });

  // A part that is asked as before stays as it is, with what was typed in it. One that is asked another
  // way, with other choices for example, is replaced, and takes over what was typed if that still fits.
  const merge = (here, fresh) => {
    const known = new Map([...here.children].map((part) => [part.dataset.part, part]));
    const wanted = [...fresh.children];
    const names = new Set(wanted.map((part) => part.dataset.part));
    for (const [name, part] of known) if (!names.has(name)) part.remove();
    let before = null;
    for (const part of wanted) {
      const there = known.get(part.dataset.part);
      const isSame = there && there.dataset.version === part.dataset.version;
      const place = isSame ? there : document.importNode(part, true);
      if (there && !isSame) replace(there, place);
      const next = before ? before.nextElementSibling : here.firstElementChild;
      if (next !== place) here.insertBefore(place, next);
      if (!isSame) enhance(place);
      before = place;
    }
  };

  const controls = (part) => [...part.querySelectorAll("input, textarea")]
    .filter((control) => control.name && control.type !== "hidden");
  const isChoice = (control) => control.type === "radio" || control.type === "checkbox";

  // Puts a part in the place of another, with what was typed there and the focus.
  const replace = (old, fresh) => {
    const typed = new Map();
    for (const control of controls(old)) {
      if (isChoice(control) && !control.checked) continue;
      const kept = control.type === "file" ? control.files : control.value;
      typed.set(control.name, [...(typed.get(control.name) || []), kept]);
    }
    for (const control of controls(fresh)) {
      const values = typed.get(control.name);
      if (!values) continue;
      if (control.type === "file") control.files = values[0];
      else if (isChoice(control)) control.checked = values.includes(control.value);
      else control.value = values[0];
    }
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (!active) return;
    const same = controls(fresh).find((control) => control.name === active.name &&
      (!isChoice(control) || control.value === active.value)) || controls(fresh)[0];
    if (!same) return;
    same.focus({ preventScroll: true });
    if (same.type === active.type && typeof active.selectionStart === "number") {
      same.setSelectionRange(active.selectionStart, active.selectionEnd);
    }
  };

  // Work under way is told of as it goes, and what is newer beside a question. If that fails, the page asks for its
  // own address until the server answers: loaded sooner, it would give way to an error of the browser's.
  const work = document.querySelector("[data-events]");
  if (work) {
    let pause = 3;
    // What is just filled in stays: if it is sent too late, it comes back.
    const loadUnlessFilling = () => { if (!isFilling()) load(); };
    let listened = null;
    whenSent.push(() => { if (listened) listened.close(); });
    const listen = () => {
      if (isSending) return;
      const events = listened = new EventSource(work.dataset.events);
      events.addEventListener("open", () => { pause = 3; });
      events.addEventListener("progress", (event) => {
        const told = JSON.parse(event.data);
        const bar = work.querySelector("[data-bar]");
        if (bar && told.total) bar.value = Math.min(told.done, told.total) * 100 / told.total;
        const remark = work.querySelector("[data-remark]");
        if (remark && told.text) remark.textContent = told.text;
      });
      events.addEventListener("moved", () => { events.close(); loadUnlessFilling(); });
      events.addEventListener("error", () => { events.close(); lookLater(); });
    };
    const lookLater = () => {
      window.setTimeout(look, pause * 1000);
      pause = Math.min(pause * 2, 30);
    };
    const look = async () => {
      let page = null;
      try {
        page = await current();
      } catch {
        sayUnreachable();
        lookLater();
        return;
      }
      const fresh = page && page.querySelector("[data-events]");
      if (fresh && fresh.dataset.events === work.dataset.events) {
        work.replaceChildren(...document.importNode(fresh, true).childNodes);
        listen();
      } else loadUnlessFilling();
    };
    const sayUnreachable = () => {
      const { unreachable } = work.dataset;
      if (!unreachable || work.querySelector(".warning")) return;
      const text = document.createElement("p");
      text.className = "warning";
      text.textContent = unreachable;
      work.append(text);
    };
    listen();
  }

  // Once a PIN is set, a page that nobody used for a while is hidden until the PIN is typed, and so are
  // those in other tabs, as a page that is shown in its place tells them. Whether that is due is asked of the server;
  // what was typed stays.
  const body = document.body;
  const isLocked = "locked" in body.dataset;
  const others = isLocked || body.dataset.lock ? new BroadcastChannel("flowline-lock") : null;
  if (isLocked) others.postMessage("");
  if (body.dataset.lock) {
    const { lockPage } = body.dataset;
    const idle = Number(body.dataset.lock);
    const title = document.title;
    let cover = null;
    let timer = 0;
    let told = Date.now();
    const wait = (seconds) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, seconds * 1000);
    };
    const ask = async (reply) => {
      try {
        await look(reply || await fetch(lockPage));
      } catch (error) {
        // While the server cannot be reached nothing is shown either.
        hide();
        wait(5);
      }
    };
    const look = async (response) => {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const main = page.querySelector("main");
      if (page.body.dataset.lock) {
        told = Date.now();
        wait(Number(page.body.dataset.lock) + 1);
        show();
      } else if (main && page.body.dataset.locked !== undefined) {
        hide(main, page.title);
      } else if (response.ok && typed.size && await current()) {
        // There is no PIN any more, and it is the same person.
        window.clearTimeout(timer);
        show();
      } else if (response.status >= 500) {
        throw new Error(response.statusText);
      } else {
        // There is no PIN any more, or nobody is logged in.
        loadAnew();
      }
    };
    const hide = (main, heading) => {
      window.clearTimeout(timer);
      if (!cover) {
        cover = document.createElement("div");
        cover.className = "page";
        for (const part of body.children) part.inert = part.hidden = true;
        body.append(cover);
      }
      document.title = heading || location.host;
      cover.replaceChildren(...(main ? document.importNode(main, true).childNodes : []));
      enhance(cover);
      const first = cover.querySelector("[data-focus], input[type=password]");
      if (first) first.focus();
    };
    const show = () => {
      if (!cover) return;
      cover.remove();
      cover = null;
      for (const part of body.children) part.inert = part.hidden = false;
      document.title = title;
    };
    const send = (data, redirect) => fetch(lockPage, {
      method: "POST", body: new URLSearchParams(data), redirect,
    });
    document.addEventListener("submit", async (event) => {
      if (!cover || !cover.contains(event.target)) return;
      event.preventDefault();
      const reply = await send([...new FormData(event.target, event.submitter)], "manual");
      if (reply.type !== "opaqueredirect") return ask(reply);
      others.postMessage("");
      ask();
    });
    window.addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
    others.addEventListener("message", () => ask());
    for (const kind of ["keydown", "pointerdown"]) {
      document.addEventListener(kind, () => {
        if (cover || Date.now() - told < Math.min(60, idle / 3) * 1000) return;
        told = Date.now();
        // It leads to the page of the lock, which says how the browser stands by now.
        send([["do", "stay"]], "follow").then(ask, () => ask());
      });
    }
    wait(idle + 1);
  }
})();
