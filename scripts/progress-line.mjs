// One progress line that is updated in place: the task, its stage, and the time so far. Without a terminal, a plain line now and then.
const PLAIN_EVERY_S = 15;

/** `stage(text)` starts it; `end(word)` closes it (null: without a word, when it never started). */
export function progressLine(what) {
  const live = process.stdout.isTTY;
  const since = Date.now();
  let stage = null;
  let timer = null;
  let written = '';

  function seconds() {
    return Math.round((Date.now() - since) / 1000);
  }
  function text() {
    return `${[what, stage].filter(Boolean).join(' · ')} · ${seconds()} s`;
  }
  function draw() {
    if (live) process.stdout.write(`\r${text()}\x1b[K`);
  }
  function plain() {
    if (text() !== written) console.log(text());
    written = text();
  }
  function begin() {
    timer = live ? setInterval(draw, 500) : setInterval(plain, PLAIN_EVERY_S * 1000);
  }
  return {
    stage(name) {
      if (name === stage) return;
      stage = name;
      if (!timer) begin();
      if (live) draw();
      else plain();
    },
    end(word) {
      if (!timer) return;
      clearInterval(timer);
      const last = word === null ? '' : `${what} · ${word} · ${seconds()} s`;
      if (live) process.stdout.write(`\r${last}\x1b[K${last ? '\n' : ''}`);
      else if (last) console.log(last);
    },
  };
}
