// Files made from what the laboratory shows: tables as CSV, the plot as SVG that needs no style sheet.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "text-anchor"];

/** Rows of values as CSV; a missing value is empty. */
export function csv(head, rows) {
  const field = (value) => (value === null || value === undefined ? "" : /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [head, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** The picture with its colours written into it, and the names of its lines below. */
export function standalone(picture, names) {
  const copy = picture.cloneNode(true);
  const [from, to] = [picture, copy].map((node) => [node, ...node.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) if (style.getPropertyValue(name)) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = picture.viewBox.baseVal;
  const space = "http://www.w3.org/2000/svg";
  const whole = height + 22 * names.length + 6;
  const back = document.createElementNS(space, "rect");
  for (const [name, value] of Object.entries({ width, height: whole, fill: getComputedStyle(document.body).backgroundColor })) back.setAttribute(name, value);
  copy.prepend(back);
  names.forEach(({ name, node }, i) => {
    const line = document.createElementNS(space, "g");
    line.setAttribute("transform", `translate(68 ${height + 22 * i})`);
    const [sample, label] = [node.cloneNode(true), document.createElementNS(space, "text")];
    const [fromSample, toSample] = [node, sample].map((one) => [one, ...one.querySelectorAll("*")]);
    fromSample.forEach((one, k) => STYLES.forEach((style) => toSample[k].setAttribute(style, getComputedStyle(one).getPropertyValue(style))));
    for (const [key, value] of Object.entries({ x: 46, y: 12, "font-size": 12.5, "font-family": "sans-serif", fill: getComputedStyle(document.body).color })) label.setAttribute(key, value);
    label.textContent = name;
    line.append(sample, label);
    copy.append(line);
  });
  for (const [name, value] of Object.entries({ xmlns: space, width, height: whole, viewBox: `0 0 ${width} ${whole}` })) copy.setAttribute(name, value);
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}

/** Has the browser save a text as a file. */
export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
