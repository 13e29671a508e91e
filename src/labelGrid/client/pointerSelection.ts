import { headerRow, type CellPlace } from '../model/gridSelection.ts';

/** Distance from an edge within which dragging scrolls, and distance scrolled per frame, in CSS pixels. */
const edge = 24;
const scrollStep = 16;

/** Actions of the pointer. */
interface PointerActions {
  /** Makes a cell active, or extends the range to it. */
  select(place: CellPlace, isExtending: boolean): void;
  open(place: CellPlace): void;
  /** Opens the cell in which the user is typing, as they have clicked its text. */
  openTyped(): void;
  sort(column: number): void;
  selectColumn(column: number, isExtending: boolean): void;
}

/** Selects cells with the pointer: single cells by clicking, ranges by dragging. */
export class PointerSelection {
  readonly #scroller: HTMLElement;
  readonly #actions: PointerActions;
  #frame: number | undefined;
  #pointer = { x: 0, y: 0 };

  constructor(scroller: HTMLElement, actions: PointerActions) {
    this.#scroller = scroller;
    this.#actions = actions;
  }

  /** Listens for the lifetime of the page. */
  listen(): void {
    const scroller = this.#scroller;
    scroller.addEventListener('pointerdown', (event) => this.#pressed(event));
    scroller.addEventListener('pointermove', (event) => this.#moved(event));
    scroller.addEventListener('lostpointercapture', () => this.#stop());
    scroller.addEventListener('click', (event) => this.#clicked(event));
    scroller.addEventListener('dblclick', ({ clientX, clientY }) => {
      // The target of the event is the scroller, which has captured the pointer.
      const place = placeOf(document.elementFromPoint(clientX, clientY));
      if (place !== undefined && place.row !== headerRow) {
        this.#actions.open(place);
      }
    });
  }

  #pressed(event: PointerEvent): void {
    const place = placeOf(event.target);
    const control =
      event.target instanceof Element
        ? event.target.closest('button, input[type=checkbox], .typing .input')
        : null;
    if (control?.matches('.typing .input') === true) {
      this.#actions.openTyped();
    }
    if (place === undefined || control !== null) {
      return;
    }
    if (place.row === headerRow) {
      // Keeps the focus where it is.
      event.preventDefault();
      return;
    }
    if (event.button !== 0) {
      // The context menu acts on the selection, so a cell outside it is selected first.
      if (
        event.target instanceof Element &&
        event.target.closest('[aria-selected=true]') === null
      ) {
        this.#actions.select(place, false);
      }
      return;
    }
    event.preventDefault();
    this.#actions.select(place, event.shiftKey);
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #moved(event: PointerEvent): void {
    if (!this.#scroller.hasPointerCapture(event.pointerId)) {
      return;
    }
    const isSame = this.#pointer.x === event.clientX && this.#pointer.y === event.clientY;
    this.#pointer = { x: event.clientX, y: event.clientY };
    if (!isSame) {
      this.#extend();
      this.#frame ??= requestAnimationFrame(() => this.#scrollAtEdge());
    }
  }

  #clicked(event: MouseEvent): void {
    const place = placeOf(event.target);
    const isTitle =
      event.target instanceof Element && event.target.closest('button, input, .edge') === null;
    if (place?.row !== headerRow || !isTitle) {
      return;
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      this.#actions.selectColumn(place.column, event.shiftKey);
    } else {
      this.#actions.sort(place.column);
    }
  }

  #extend(): void {
    const box = this.#scroller.getBoundingClientRect();
    // Outside the grid, the nearest cell counts.
    const x = Math.min(
      Math.max(this.#pointer.x, box.left + 1),
      box.left + this.#scroller.clientWidth - 1,
    );
    const y = Math.min(
      Math.max(this.#pointer.y, box.top + 1),
      box.top + this.#scroller.clientHeight - 1,
    );
    const place = placeOf(document.elementFromPoint(x, y));
    if (place !== undefined) {
      this.#actions.select({ ...place, row: Math.max(place.row, 0) }, true);
    }
  }

  #scrollAtEdge(): void {
    const box = this.#scroller.getBoundingClientRect();
    const left = scrolledBy(this.#pointer.x, box.left, box.right);
    const top = scrolledBy(this.#pointer.y, box.top, box.bottom);
    this.#frame = undefined;
    if (left !== 0 || top !== 0) {
      this.#scroller.scrollBy({ left, top });
      this.#extend();
      this.#frame = requestAnimationFrame(() => this.#scrollAtEdge());
    }
  }

  #stop(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    }
  }
}

/** Returns how far dragging at `position` scrolls per frame, given the two edges of the grid. */
function scrolledBy(position: number, start: number, end: number): number {
  if (position < start + edge) {
    return -scrollStep;
  }
  return position > end - edge ? scrollStep : 0;
}

/** Returns the place of the cell that an element belongs to; undefined if there is none. */
export function placeOf(target: EventTarget | null): CellPlace | undefined {
  if (!(target instanceof Element)) {
    return undefined;
  }
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = target.closest<HTMLElement>('[data-row]');
  return cell === null || row === null
    ? undefined
    : { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}
