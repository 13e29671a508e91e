import { inSlices, sortInSlices } from '../../async/slices.ts';

/**
 * Returns the indexes of `texts` in the order of their numbers, equal ones in their given order; texts that
 * are not numbers come last. Works in slices.
 */
export async function numberOrder(
  texts: readonly string[],
  isDescending: boolean,
): Promise<Int32Array> {
  const sign = isDescending ? -1 : 1;
  const byNumber = new Map<number, number[]>();
  let index = 0;
  for await (const slice of inSlices(texts)) {
    for (const text of slice) {
      const number = Number(text);
      const key = Number.isNaN(number) ? sign * Infinity : number;
      const group = byNumber.get(key);
      if (group === undefined) {
        byNumber.set(key, [index]);
      } else {
        group.push(index);
      }
      index++;
    }
  }
  const numbers = await sortInSlices(byNumber.keys(), (one, other) => sign * (one - other));
  const order = new Int32Array(texts.length);
  let place = 0;
  for await (const slice of inSlices(numbers)) {
    for (const number of slice) {
      const group = byNumber.get(number) ?? [];
      order.set(group, place);
      place += group.length;
    }
  }
  return order;
}
