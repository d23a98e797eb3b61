// Search over SECTIONS of search.js: every word must be in a section; those with words in the title come first.
"use strict";
const input = document.getElementById("search");
const results = document.getElementById("results");
const LIMIT = 12;
const AROUND = 60;

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return SECTIONS.map(([page, anchor, title, body]) => {
    const low = [title.toLowerCase(), body.toLowerCase()];
    if (!words.every((w) => low[0].includes(w) || low[1].includes(w))) return null;
    const rank = words.filter((w) => low[0].includes(w)).length;
    const at = Math.max(0, low[1].indexOf(words[0]) - AROUND);
    return { page, anchor, title, rank, text: body.slice(at, at + 2 * AROUND) };
  }).filter(Boolean).sort((a, b) => b.rank - a.rank).slice(0, LIMIT);
}

input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
input.addEventListener("input", () => {
  results.replaceChildren(...find(input.value).map((found) => {
    const link = document.createElement("a");
    link.href = `${found.page}#${found.anchor}`;
    link.textContent = found.title;
    const text = document.createElement("small");
    text.textContent = found.text;
    const item = document.createElement("li");
    item.append(link, text);
    return item;
  }));
});
