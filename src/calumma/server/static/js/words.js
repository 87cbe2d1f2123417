// @ts-ignore: the server makes this module from its message file
import { WORDS } from "/words.js";

/**
 * Return a message with its values filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const one = values.count === 1 ? WORDS[`${key}.one`] : undefined;
  const template = one ?? WORDS[key] ?? key;
  return template.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) =>
    name in values ? String(values[name]) : whole);
}
