/** Six small sounds, made here: nothing is fetched, nothing is heard before the first click, and a switch turns them off. */

const SOUND = "calumma-sound";

/** @typedef {{kind: OscillatorType | "noise", from: number, to: number, time: number, level: number, after?: number}} Tone */

/** @type {Record<"lift" | "place" | "turn" | "gain" | "dice" | "end", Tone[]>} */
const SOUNDS = {
  lift: [{ kind: "sine", from: 320, to: 480, time: 0.07, level: 0.05 }],
  place: [{ kind: "noise", from: 900, to: 300, time: 0.06, level: 0.22 }, { kind: "sine", from: 190, to: 120, time: 0.09, level: 0.16 }],
  turn: [{ kind: "triangle", from: 520, to: 700, time: 0.06, level: 0.05 }],
  gain: [{ kind: "sine", from: 660, to: 660, time: 0.1, level: 0.06 }, { kind: "sine", from: 990, to: 990, time: 0.16, level: 0.05, after: 0.08 }],
  dice: [0, 0.09, 0.2].map((after) => ({ kind: "noise", from: 1800, to: 900, time: 0.04, level: 0.14, after })),
  end: [392, 494, 587, 784].map((from, i) => ({ kind: "triangle", from, to: from, time: 0.35, level: 0.06, after: i * 0.13 })),
};

/** @type {AudioContext | null} */
let audio = null;

/** @returns {boolean} */
export function isOn() {
  return localStorage.getItem(SOUND) !== "off";
}

/** Let sounds be made from the first click or key on, as browsers and manners want it. */
function wake() {
  if (isOn()) audio ??= new AudioContext();
}
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { capture: true });

/**
 * Make a sound, if that is wanted and possible.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  if (!audio || !isOn() || document.hidden) return;
  for (const tone of SOUNDS[name]) ring(audio, tone);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 */
function ring(context, { kind, from, to, time, level, after = 0 }) {
  const start = context.currentTime + after;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(level, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + time);
  gain.connect(context.destination);
  const source = kind === "noise" ? noise(context, gain, from, to, start, time) : voice(context, gain, kind, from, to, start, time);
  source.start(start);
  source.stop(start + time + 0.02);
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {OscillatorType} type
 * @param {number} from
 * @param {number} to
 * @param {number} start
 * @param {number} time
 */
function voice(context, out, type, from, to, start, time) {
  const oscillator = new OscillatorNode(context, { type, frequency: from });
  oscillator.frequency.exponentialRampToValueAtTime(to, start + time);
  oscillator.connect(out);
  return oscillator;
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {number} from
 * @param {number} to
 * @param {number} start
 * @param {number} time
 */
function noise(context, out, from, to, start, time) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * (time + 0.02)), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: from });
  filter.frequency.exponentialRampToValueAtTime(to, start + time);
  filter.connect(out);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter);
  return source;
}

/**
 * Let a button turn sounds on and off.
 * @param {HTMLElement} button
 */
export function listenForSwitch(button) {
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", () => {
    localStorage.setItem(SOUND, isOn() ? "off" : "on");
    wake();
    show();
    sound("place");
  });
  show();
}
