/**
 * Looks at the shown page as a person would, and names what can't be read. All of this runs in the page, where the stage
 * puts it before the page's own scripts, so it uses nothing from outside of this file.
 */
interface Finding {
  /** `shortened` is an ellipsis whose whole text is in a title, which is right for data and wrong for the program's own words. */
  readonly kind: 'cut' | 'shortened' | 'painted over' | 'beyond' | 'alone' | 'two primaries' | 'ring cut';
  readonly text: string;
  /** The element of the text and the one that does it to the text. */
  readonly where: string;
  /** Pixels that are lost, covered or beyond. */
  readonly px: number;
}

/** A box in the window. DOMRect is one. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text or a drawing with the visible part of each of its lines. */
interface Shown {
  readonly text: string;
  readonly element: Element;
  readonly lines: readonly Box[];
}

function wide({ left, right }: Box): number {
  return Math.max(0, right - left);
}

function high({ top, bottom }: Box): number {
  return Math.max(0, bottom - top);
}

function common(one: Box, other: Box): Box {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  return { left, top, right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function nameOf(element: Element): string {
  const own =
    element
      .getAttribute('class')
      ?.split(' ')
      .findLast((name) => name !== '') ?? '';
  return `${element.tagName.toLowerCase()}${own === '' ? '' : `.${own}`}`;
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
}

/** The element itself and the ancestors that can clip it: those up to its containing block that are not positioned don't. */
function* clippers(element: Element): Generator<Element> {
  let { position } = getComputedStyle(element);
  if (getComputedStyle(element).display !== 'inline') yield element;
  for (let up = element.parentElement; up !== null && up !== document.documentElement; up = up.parentElement) {
    const style = getComputedStyle(up);
    const contains =
      style.transform !== 'none' ||
      style.containerType !== 'normal' ||
      /paint|layout|strict|content/.test(style.contain);
    const passed = position === 'fixed' || (position === 'absolute' && style.position === 'static');
    if (style.display === 'contents' || (passed && !contains)) continue;
    position = style.position;
    yield up;
  }
}

/** The part of a box that no ancestor clips, and the most that one takes for good. What scrolls out of sight is not lost. */
function visiblePart(
  element: Element,
  whole: Box,
): { readonly part: Box; readonly lost: number; readonly by: Element } {
  let part = whole;
  let lost = 0;
  let by = element;
  for (const up of clippers(element)) {
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const { left, top } = up.getBoundingClientRect();
    const { currentCSSZoom: zoom, clientLeft, clientTop, clientWidth, clientHeight } = up;
    const [x, y] = [left + clientLeft * zoom, top + clientTop * zoom];
    const inner = { left: x, top: y, right: x + clientWidth * zoom, bottom: y + clientHeight * zoom };
    const sides = /hidden|clip/.test(overflowX) ? Math.max(inner.left - part.left, part.right - inner.right) : 0;
    // A line box is higher than its letters.
    const ends = /hidden|clip/.test(overflowY)
      ? Math.max(inner.top - part.top, part.bottom - inner.bottom) - high(part) / 4
      : 0;
    part = common(part, inner);
    if (wide(part) < 2 || high(part) < 2) return { part, lost: 0, by };
    if (Math.max(sides, ends) > Math.max(1, lost)) {
      lost = Math.max(sides, ends);
      by = up;
    }
  }
  return { part, lost, by };
}

/** Collects what is shown of all texts and drawings of the page or its dialog, and tells of the texts that are cut. */
function shownTexts(place: Element, tell: (finding: Finding) => void): readonly Shown[] {
  const shown: Shown[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = oneLine(node.textContent ?? '');
    // Chromium reports lines for folded details too, which lie over what follows them.
    const unseen = 'script, style, option, details:not([open])';
    if (element === null || text === '' || element.matches(unseen) || !isSeen(element)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()]
      .filter((line) => wide(line) > 0.5 && high(line) > 0.5)
      .map((line) => ({ line, ...visiblePart(element, line) }))
      .filter(({ part }) => wide(part) > 2 && high(part) > 2);
    if (lines.length === 0) continue;
    shown.push({ text, element, lines: lines.map(({ part }) => part) });
    const block = [...clippers(element)].find((each) => getComputedStyle(each).display !== 'inline') ?? element;
    const { overflowX, textOverflow, paddingRight, borderRightWidth } = getComputedStyle(block);
    const end =
      block.getBoundingClientRect().right -
      (parseFloat(paddingRight) + parseFloat(borderRightWidth)) * block.currentCSSZoom;
    // An overflow of a third of a pixel, which scrollWidth rounds away, costs three letters.
    const past =
      /hidden|clip/.test(overflowX) && textOverflow === 'ellipsis'
        ? Math.max(...lines.map(({ line }) => line.right)) - end
        : 0;
    const worst = lines.reduce((one, other) => (other.lost > one.lost ? other : one));
    if (past <= 0.02 && worst.lost === 0) continue;
    const whole = oneLine(element.closest('[title]')?.getAttribute('title') ?? '').includes(text);
    const where = `${nameOf(element)} in ${nameOf(worst.lost > 0 ? worst.by : block)}`;
    tell({ kind: past > 0.02 && whole ? 'shortened' : 'cut', text, where, px: Math.max(past, worst.lost) });
  }
  for (const mark of place.querySelectorAll('svg, img')) {
    const { part } = visiblePart(mark, mark.getBoundingClientRect());
    const drawn = isSeen(mark) && wide(part) > 6 && high(part) > 6;
    if (drawn && mark.parentElement?.closest('svg') === null)
      shown.push({ text: 'a drawing', element: mark, lines: [part] });
  }
  return shown;
}

/** Tells of fields whose chosen or suggested text is wider than they are. A typed one scrolls with the caret. */
function cutFields(place: Element, tell: (finding: Finding) => void): void {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  for (const field of place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const isSelect = field instanceof HTMLSelectElement;
    if (pen === null || !isSeen(field) || /^(?:radio|checkbox|hidden|range)$/.test(field.type)) continue;
    if (!isSelect && field.value !== '' && !field.readOnly) continue;
    const text = isSelect ? (field.selectedOptions[0]?.text ?? '') : field.value || field.placeholder;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const past = pen.measureText(text).width - (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    if (past > 1 && field.clientWidth > 2) tell({ kind: 'cut', text, where: nameOf(field), px: past });
  }
}

/** True for an element that hides others below it. */
function paints(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(backgroundColor);
  const solid = Number(alpha?.[1] ?? alpha?.[2] ?? 1) >= 0.5 || backgroundImage !== 'none';
  let opacity = 1;
  for (let up: Element | null = element; up !== null; up = up.parentElement)
    opacity *= Number(getComputedStyle(up).opacity);
  return (solid || element.matches('img, canvas')) && opacity > 0.3;
}

/** True where scrolling the text's list or page frees it from a bar that stands still. */
function isFreed(element: Element, line: Box, cover: Element): boolean {
  const bar = cover.getBoundingClientRect();
  for (let up: Element | null = element; up !== null; up = up.parentElement) {
    const own = up !== document.documentElement && !/auto|scroll/.test(getComputedStyle(up).overflowY);
    if (own) continue;
    let still: Element | null = cover;
    while (still !== null && still !== up && !/fixed|sticky/.test(getComputedStyle(still).position))
      still = still.parentElement;
    if (still === up) continue;
    const below = up.scrollHeight - up.clientHeight - up.scrollTop;
    if (line.bottom - bar.top <= below + 1 || bar.bottom - line.top <= up.scrollTop + 1) return true;
  }
  return false;
}

/** True for a popup. It may cover anything but a heading and the words of its own field. */
function mayCover(cover: Element, element: Element): boolean {
  const popup = cover.closest(
    '[role="listbox"], [role="menu"], [role="tooltip"], [role="dialog"], .mantine-Popover-dropdown',
  );
  if (popup === null || popup.contains(element)) return false;
  const opener = document.activeElement;
  const ids = `${opener?.getAttribute('aria-labelledby')} ${opener?.getAttribute('aria-describedby')}`.split(' ');
  const labels = opener instanceof HTMLInputElement ? [...(opener.labels ?? [])] : [];
  const words = [...ids.map((id) => document.getElementById(id)), ...labels];
  return element.closest('h1, h2') === null && !words.some((each) => each?.contains(element));
}

/** The element that is painted over the middle of a line, or over one of its ends. */
function coverOf(element: Element, line: Box): Element | undefined {
  const y = (line.top + line.bottom) / 2;
  if (y < 0 || y >= innerHeight) return undefined;
  for (const share of element.tagName === 'svg' ? [0.5] : [0.5, 0.1, 0.9]) {
    const x = line.left + wide(line) * share;
    const first = document.elementFromPoint(x, y);
    if (first === null || first.contains(element)) continue;
    for (const above of document.elementsFromPoint(x, y)) {
      if (above.contains(element)) break;
      if (element.contains(above) || !paints(above)) continue;
      if (isFreed(element, line, above) || mayCover(above, element)) break;
      return above;
    }
  }
  return undefined;
}

/** Tells of texts and drawings that something is painted over, with all pointer events on. Goes through a page that scrolls. */
function coveredTexts(place: Element, tell: (finding: Finding) => void): readonly Shown[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(sheet);
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  const first = shownTexts(place, tell);
  for (let top = scrollTop, shown = first; ; shown = shownTexts(place, () => undefined)) {
    for (const { element, text, lines } of shown) {
      for (const line of lines) {
        const cover = coverOf(element, line);
        const where = cover && `${nameOf(element)} under ${nameOf(cover)}`;
        if (where !== undefined) tell({ kind: 'painted over', text, where, px: wide(line) });
      }
    }
    top += clientHeight * 0.7;
    if (top > scrollHeight - clientHeight * 0.6) break;
    scrollTo({ top, behavior: 'instant' });
  }
  scrollTo({ top: scrollTop, behavior: 'instant' });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return first;
}

/** Tells of boxes that leave their parent's box where it doesn't scroll. A negative margin is meant. */
function boxesBeyond(place: Element, tell: (finding: Finding) => void): void {
  const kinds =
    'button, input, select, textarea, h1, h2, h3, label, dt, dd, li, p, td, th, section, article, form, div';
  for (const element of place.querySelectorAll<HTMLElement>(kinds)) {
    const style = getComputedStyle(element);
    const loose = /absolute|fixed/.test(style.position) || style.transform !== 'none' || style.display === 'inline';
    let parent = element.parentElement;
    while (parent !== null && getComputedStyle(parent).display === 'contents') parent = parent.parentElement;
    if (loose || parent === null || parent === document.body || !isSeen(element)) continue;
    const { display, overflowX, overflowY } = getComputedStyle(parent);
    if (display.startsWith('inline') || /auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY)) continue;
    const [box, outer] = [element.getBoundingClientRect(), parent.getBoundingClientRect()];
    const { part } = visiblePart(element, box);
    if (wide(part) < 4 || high(part) < 4 || wide(outer) < 4 || high(outer) < 4) continue;
    const margin = (size: string): number => Math.min(0, parseFloat(size)) * element.currentCSSZoom;
    const px = Math.max(
      box.right - outer.right + margin(style.marginRight),
      outer.left - box.left + margin(style.marginLeft),
      box.bottom - outer.bottom + margin(style.marginBottom),
      outer.top - box.top + margin(style.marginTop),
    );
    const where = `${nameOf(element)} beyond ${nameOf(parent)}`;
    if (px > 2 && element.innerText !== '') tell({ kind: 'beyond', text: oneLine(element.innerText), where, px });
  }
}

/** Tells of icons that stand above the words beside which they belong. */
function loneIcons(place: Element, tell: (finding: Finding) => void): void {
  for (const icon of place.querySelectorAll('svg')) {
    const words = icon.nextElementSibling;
    const row = icon.parentElement === null ? null : getComputedStyle(icon.parentElement);
    if (words === null || row?.display !== 'flex' || row.flexDirection !== 'row' || !isSeen(words)) continue;
    const px = words.getBoundingClientRect().top - icon.getBoundingClientRect().bottom;
    if (px >= 0) tell({ kind: 'alone', text: oneLine(words.textContent ?? ''), where: nameOf(words), px });
  }
}

/** Tells of filled buttons that show the same key. */
function equalKeys(shown: readonly Shown[], tell: (finding: Finding) => void): void {
  const buttons = new Set(
    shown.map(({ element }) =>
      element.closest('.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"])'),
    ),
  );
  const byKey = Map.groupBy(buttons, (button) => button?.querySelector('kbd')?.textContent ?? '');
  for (const [key, [one, other]] of byKey) {
    if (key === '' || other === undefined) continue;
    const texts = [one, other].map((button) => oneLine(button?.textContent ?? ''));
    tell({ kind: 'two primaries', text: texts.join(' and '), where: key, px: 0 });
  }
}

/** Pixels of a ring that its ancestors take for good, and the one that takes most. What scrolling brings back is not lost. */
function lostOfRing(element: Element, ring: Box): { readonly px: number; readonly by: Element } {
  let [px, by, isSideSafe, isEndSafe] = [0, element, false, false];
  for (const up of clippers(element)) {
    if (up === element) continue;
    const { overflowX, overflowY } = getComputedStyle(up);
    const { left, top } = up.getBoundingClientRect();
    const { currentCSSZoom: zoom, clientLeft, clientTop, clientWidth, clientHeight } = up;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = up;
    const [x, y] = [left + (clientLeft - scrollLeft) * zoom, top + (clientTop - scrollTop) * zoom];
    const sides = Math.max(x - ring.left, ring.right - (x + scrollWidth * zoom));
    const ends = Math.max(y - ring.top, ring.bottom - (y + scrollHeight * zoom));
    const lost = Math.max(
      isSideSafe || overflowX === 'visible' ? 0 : sides,
      isEndSafe || overflowY === 'visible' ? 0 : ends,
    );
    if (lost > px) [px, by] = [lost, up];
    // Beyond what scrolls, its place on the screen says nothing.
    isSideSafe ||= /auto|scroll/.test(overflowX) && scrollWidth > clientWidth;
    isEndSafe ||= /auto|scroll/.test(overflowY) && scrollHeight > clientHeight;
  }
  return { px, by };
}

/** Tells of rings of the focus that are cut: of the element that has it, or of all where the stage draws them. */
function cutRings(place: Element, tell: (finding: Finding) => void): void {
  for (const element of place.querySelectorAll<HTMLElement>(
    'a, button, input, select, textarea, summary, [tabindex]',
  )) {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const { part } = visiblePart(element, box);
    const isShown = isSeen(element) && wide(part) > 8 && high(part) > high(box) / 2;
    if (outlineStyle === 'none' || !isShown) continue;
    const beyond = (parseFloat(outlineWidth) + parseFloat(outlineOffset)) * element.currentCSSZoom;
    const { left, top, right, bottom } = box;
    const ring = { left: left - beyond, top: top - beyond, right: right + beyond, bottom: bottom + beyond };
    const { px, by } = lostOfRing(element, ring);
    const text = oneLine(element.innerText || element.id || (element.getAttribute('aria-label') ?? ''));
    if (px > 1.5) tell({ kind: 'ring cut', text, where: `${nameOf(element)} in ${nameOf(by)}`, px });
  }
}

function look(): readonly Finding[] {
  const found = new Map<string, Finding>();
  const tell = (finding: Finding): void => void found.set(`${finding.kind} ${finding.text} ${finding.where}`, finding);
  // Nothing behind a modal dialog can be reached.
  const place = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].findLast(isSeen) ?? document.body;
  equalKeys(coveredTexts(place, tell), tell);
  cutFields(place, tell);
  boxesBeyond(place, tell);
  loneIcons(place, tell);
  cutRings(place, tell);
  return [...found.values()];
}

const functions = [wide, high, common, oneLine, nameOf, isSeen, clippers, visiblePart, shownTexts, cutFields, paints];
const further = [
  isFreed,
  mayCover,
  coverOf,
  coveredTexts,
  boxesBeyond,
  loneIcons,
  equalKeys,
  lostOfRing,
  cutRings,
  look,
];

/** Script that the stage adds to the page. Defines `window.lookAtPixels`. */
export const lookScript = `{ ${[...functions, ...further].join('\n')} window.lookAtPixels = look; }`;

declare global {
  interface Window {
    readonly lookAtPixels: typeof look;
  }
}
