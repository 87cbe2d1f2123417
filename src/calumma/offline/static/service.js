/**
 * The service worker of the folder. It keeps all files of one build, so that no network is needed after the first visit, and
 * hands everything else that pages ask for to the worker that runs the site, through the window that holds it.
 *
 * The build writes BUILD before this text: its version, and for each file its address, size, kind and digest.
 */

const ROOT = new URL("./", self.location.href);
const NAMES = `calumma ${ROOT.pathname} `;
const CACHE = NAMES + BUILD.version;
const PATIENCE = 60_000;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
  + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin === ROOT.origin) event.respondWith(answer(event.request, url));
});

/** Fetch the files of this build; those that an older build had as well are taken over from its cache. */
async function fill() {
  const cache = await caches.open(CACHE);
  const queue = BUILD.files.filter((file) => !file.asked);
  const total = queue.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  const count = (bytes) => tell({ stage: "loading", done: (done += bytes), total });
  const next = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) await take(cache, file, count);
  };
  await Promise.all([next(), next(), next(), next()]);
  for (const file of BUILD.files) if (file.asked) await takeFromOlder(cache, file);
}

/** @returns {Promise<boolean>} whether an older build had the same file */
async function takeFromOlder(cache, file) {
  const address = new URL(file.address, ROOT).href;
  const older = (await cache.match(address)) ?? (await caches.match(address));
  if (older?.headers.get("X-Digest") !== file.digest) return false;
  await cache.put(address, older);
  return true;
}

async function take(cache, file, count) {
  if (await takeFromOlder(cache, file)) {
    count(file.bytes);
    return;
  }
  const found = await fetch(new URL(file.packed ?? file.address, ROOT), { cache: "no-cache" });
  if (!found.ok || !found.body) throw new Error(`${file.address}: ${found.status}`);
  const counted = found.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  const body = file.packed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
  const made = await new Response(body).arrayBuffer();
  await cache.put(new URL(file.address, ROOT).href, new Response(made, { headers: { "Content-Type": file.kind, "X-Digest": file.digest } }));
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(NAMES) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** An address as the site knows it; scripts of pages ask from the root of the host, wherever the folder lies. */
function addressOf(url) {
  const path = url.pathname.startsWith(ROOT.pathname) ? url.pathname.slice(ROOT.pathname.length - 1) : url.pathname;
  return path + url.search;
}

async function answer(request, url) {
  const address = addressOf(url);
  if (request.destination === "document") {
    if (address !== "/" && !address.startsWith("/index.html")) return Response.redirect(`${ROOT.href}#${address}`, 302);
    return kept("index.html");
  }
  const path = address.slice(1).split("?")[0];
  const file = path ? ((await kept(path)) ?? (await fetched(path))) : undefined;
  return file ?? ask(request, address);
}

/** A file that is large and seldom wanted: it is fetched when it is asked for, and kept from then on. */
async function fetched(path) {
  const file = BUILD.files.find((each) => each.asked && each.address === path);
  if (!file) return undefined;
  await take(await caches.open(CACHE), file, () => {});
  return kept(path);
}

async function kept(path) {
  return (await caches.open(CACHE)).match(new URL(path, ROOT).href);
}

/** Ask the worker: the window that holds it answers, others do not. */
async function ask(request, address) {
  const body = request.method === "GET" ? "" : await request.text();
  const windows = await self.clients.matchAll({ type: "window" });
  const found = await new Promise((resolve) => {
    for (const client of windows.filter((each) => each.frameType === "top-level")) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      client.postMessage({ stage: "asked", method: request.method, address, body }, [port2]);
    }
    setTimeout(() => resolve({ status: 504, body: "", media_type: "text/plain", location: "", name: "" }), PATIENCE);
  });
  if (found.location) return Response.redirect(new URL(found.location, ROOT), 303);
  const headers = { "Content-Type": found.media_type, "Cache-Control": "no-store", "Content-Security-Policy": POLICY };
  if (found.name) headers["Content-Disposition"] = `attachment; filename="${found.name}"`;
  return new Response(found.status === 204 ? null : found.body, { status: found.status, headers });
}
