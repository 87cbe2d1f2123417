// @ts-ignore: the server makes this module from its catalogue of messages
import { WORDS } from "/words.js";

const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
const categories = ["zero", "one", "two", "few", "many", "other"]; // in the order of a catalogue's plural forms
const known = plurals.resolvedOptions().pluralCategories.sort((a, b) => categories.indexOf(a) - categories.indexOf(b));

/**
 * Return a message with its values filled in; `count` chooses the plural form of one that has several.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const found = WORDS[key] ?? key;
  const template = typeof found === "string" ? found : plural(found, Number(values.count));
  return template.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) =>
    name in values ? String(values[name]) : whole);
}

/**
 * @param {string[]} forms
 * @param {number} count
 * @returns {string}
 */
function plural(forms, count) {
  return forms[Math.min(known.indexOf(plurals.select(count)), forms.length - 1)];
}
