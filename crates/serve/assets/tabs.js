// Tabs after the ARIA pattern: arrow keys move among them, only the selected one is in the tab order.
import { byId } from "./dom.js";

/** `onSelect(name)` is called with the id of the panel. */
export function createTabs(list, onSelect) {
  const tabs = [...list.querySelectorAll("[role=tab]")];

  function select(tab, focus = false) {
    for (const other of tabs) {
      const selected = other === tab;
      other.setAttribute("aria-selected", selected);
      other.tabIndex = selected ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !selected;
    }
    if (focus) tab.focus();
    onSelect(tab.getAttribute("aria-controls"));
  }

  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    select(tabs[(to + tabs.length) % tabs.length], true);
  });

  return { select: (name) => select(tabs.find((tab) => tab.getAttribute("aria-controls") === name) ?? tabs[0]) };
}
