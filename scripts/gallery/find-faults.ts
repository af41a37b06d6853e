/** Runs in the page: what a look at a screen should not find. Each finding is a kind and what it is about. */
export interface Fault {
  kind: 'sideways' | 'cut' | 'drawing' | 'words' | 'loading';
  about: string;
}

/** One function, because a page knows nothing outside of it. */
export function findFaults(): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const tell = (kind: Fault['kind'], about: string) => {
    const short = about.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
    if (seen.has(kind + short)) return;
    seen.add(kind + short);
    faults.push({ kind, about: short });
  };
  const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) tell('sideways', `the page is ${scrollWidth} px wide in a window of ${clientWidth}`);
  if (/^Loading/m.test(document.body.innerText)) tell('loading', 'something still loads');

  // Text that its box cuts off.
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!own || element.closest('svg') || !shown(element)) continue;
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue; // for screen readers only
    const hides = /hidden|clip/.test(style.overflowX);
    if (hides && element.scrollWidth > element.clientWidth + 1)
      tell('cut', `${element.innerText} (${element.clientWidth} of ${element.scrollWidth} px)`);
    if (style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2) tell('cut', `${element.innerText} (lines)`);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    if (!pen || !shown(select)) continue;
    const style = getComputedStyle(select);
    pen.font = style.font;
    const text = select.selectedOptions[0]?.text ?? '';
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (pen.measureText(text).width > room + 2) tell('cut', `choice "${text}" (${Math.round(room)} px)`);
  }

  // Words of drawings that leave the drawing or lie on each other.
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width <= 1 || frame.height <= 1) continue; // in which widths are measured
    const texts = [...svg.querySelectorAll('text')].filter((text) => shown(text) && text.textContent?.trim());
    const boxes = texts.map((text) => ({ words: text.textContent ?? '', box: text.getBoundingClientRect() }));
    for (const [at, { words, box }] of boxes.entries()) {
      const outside = box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
      if (outside && getComputedStyle(svg).overflow !== 'visible') tell('drawing', `"${words}" is cut off`);
      for (const other of boxes.slice(at + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 2 && down > Math.min(box.height, other.box.height) * 0.35) tell('drawing', `"${words}" lies on "${other.words}"`);
      }
    }
  }

  // Words that no person would write.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('pre, code, .code, .font-mono, script, style, textarea, noscript, option') || !shown(parent)) continue;
    const text = node.textContent ?? '';
    for (const [id] of text.matchAll(/\b(?:lab|seller|buyer|[bjoc])_\d+\w*/g)) tell('words', `id ${id} in: ${text}`);
    for (const [name] of text.matchAll(/\b[a-z]+_[a-z_]+\b/g)) tell('words', `name of the code ${name} in: ${text}`);
  }
  for (const line of document.body.innerText.split('\n')) {
    if (/\bNaN\b|\bundefined\b|\[object|\bInfinity\b/.test(line)) tell('words', `hole: ${line}`);
    const plural = /(?<![\w.,:–−-]\s?|of )\b1 ([a-z]+s)\b/.exec(line)?.[1];
    if (plural && !/ss$|^(?:is|was|has|this|vs|always|us|as|plays|wins|leads|gives|takes|pays|ms)$/.test(plural))
      tell('words', `plural: ${line}`);
    if (/\b\d{4}-\d\d-\d\d\b/.test(line)) tell('words', `date: ${line}`);
  }
  return faults;
}
