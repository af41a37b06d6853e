// One line that lives: what goes on, the stage it is in, how long it takes. Where there is no terminal, a plain line now and then.
const PLAIN_EVERY_S = 15;

/** `stage(text)` begins it; `end(word)` closes it (null: without a word, when it never began). */
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
