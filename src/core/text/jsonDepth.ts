import { excessOf } from './jsonSize.ts';
import { endOfString, quotationMark } from './jsonString.ts';

/**
 * Maximum nesting of external JSON. Code that writes, copies or traverses values is recursive, and fails at
 * some thousands of levels.
 */
const maximumDepth = 100;

const openingBracket = 91;
const openingBrace = 123;
const closingBracket = 93;
const closingBrace = 125;

/** Returns whether `value` has more than `maximum` levels of objects and arrays. */
export function isDeeperThan(value: unknown, maximum: number = maximumDepth): boolean {
  return excessOf(value, { depth: maximum, size: Infinity }) === 'depth';
}

/** Returns JSON with the first level beyond `maximum` emptied; `json` itself if it is within the limit. */
export function withoutDeepLevels(json: string, maximum: number = maximumDepth): string {
  const pieces: string[] = [];
  let kept = 0;
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index);
    if (unit === quotationMark) {
      index = endOfString(json, index);
    } else if (unit === openingBracket || unit === openingBrace) {
      depth++;
      if (depth === maximum + 1) {
        pieces.push(json.slice(kept, index + 1));
        kept = json.length;
      }
    } else if (unit === closingBracket || unit === closingBrace) {
      if (depth === maximum + 1) {
        kept = index;
      }
      depth--;
    }
  }
  return pieces.length === 0 ? json : pieces.join('') + json.slice(kept);
}
