/** Shows notices on phones, and leads a tap on one to the page of its match. */

const here = /** @type {any} */ (globalThis);

here.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** @param {string} address */
async function lead(address) {
  const pages = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ page) => page.url === address);
  await (open ? open.focus() : here.clients.openWindow(address));
}
