import { headerRow, type CellPlace } from '../model/gridSelection.ts';
import { placeOf } from './pointerSelection.ts';

/** Actions of the check boxes in the rows. */
interface TickActions {
  readonly tick: (row: number, isTicked: boolean) => void;
  /** Called when the browser has focused the box of a cell. */
  readonly focused: (place: CellPlace) => void;
}

/** Listens to the check boxes of the rows; `HeaderRow` handles changes of its own check box. */
export function listenToTicks(scroller: HTMLElement, { focused, tick }: TickActions): void {
  scroller.addEventListener('change', ({ target }) => {
    const place = placeOfBox(target);
    if (place !== undefined && place.row !== headerRow) {
      tick(place.row, target instanceof HTMLInputElement && target.checked);
    }
  });
  scroller.addEventListener('focusin', ({ target }) => {
    // The browser focuses a check box that is clicked.
    const place = placeOfBox(target);
    if (place !== undefined) {
      focused(place);
    }
  });
}

/** Returns the cell of the check box `target`; undefined if `target` is not a check box. */
function placeOfBox(target: EventTarget | null): CellPlace | undefined {
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
  return isBox ? placeOf(target) : undefined;
}
