import type { Label } from '../../api/label.ts';
import { containsWords, foldedText, wordsOf } from '../../text/searchWords.ts';
import { largePageSize } from '../requestLimits.ts';
import { LabelWalk, type LabelPageSource } from './labelWalk.ts';
import { searchedText } from './searchedText.ts';

/** Number of labels to find at a time. */
const labelsAtATime = 20;

/** Maximum number of pages searched at a time. */
const pagesAtATime = 5;

/** Number of labels above which another word is tried, as it may have fewer. */
const manyLabels = pagesAtATime * largePageSize;

/** Maximum number of words, and of pieces of a word, sent to the service. */
const maximumParts = 2;

/** Query sent to the service: the whole text, one of its words, or a piece of the longest word. */
interface AskedPart {
  readonly kind: 'whole' | 'word' | 'piece';
  readonly part: string;
}

/** Query, with the labels that the service finds for it. */
interface PartWalk extends AskedPart {
  readonly walk: LabelWalk;
  /** Number of labels checked so far. */
  seen: number;
}

/**
 * Search for labels that contain all words of a text, in any order, with or without accents. The service does
 * not document how it treats several words, so it gets one query, and its results are checked for all words.
 * Results for a text of a single word are accepted unchecked; if there are none, shorter queries follow.
 */
export class WordSearch {
  readonly #source: LabelPageSource;
  readonly #words: readonly string[];
  readonly #left: AskedPart[];
  readonly #labels: Label[] = [];
  #current: PartWalk | undefined;

  constructor(source: LabelPageSource, text: string) {
    this.#source = source;
    this.#words = wordsOf(foldedText(text));
    this.#left = partsOf(text);
  }

  /** Matching labels, in the order of the service. */
  get labels(): readonly Label[] {
    return this.#labels;
  }

  /** Part of the text sent to the service; undefined for all of it. */
  get asked(): string | undefined {
    return this.#current?.kind === 'whole' ? undefined : this.#current?.part;
  }

  /** Number of matching labels, if the service has given it. */
  get total(): number | undefined {
    return this.#current?.kind === 'whole' ? this.#current.walk.total : undefined;
  }

  /** True if `loadNext` may find more. */
  get hasMore(): boolean {
    const { walk } = this.#current ?? {};
    return (
      walk === undefined || walk.hasMore || (this.#labels.length === 0 && this.#left.length > 0)
    );
  }

  /**
   * Finds more labels, possibly none, with a limited number of requests. Throws the errors of the source;
   * labels already found stay, and the next call continues from there.
   */
  async loadNext(signal: AbortSignal): Promise<void> {
    do {
      this.#current ??= await this.#ask(signal);
      if (this.#current === undefined) {
        return;
      }
      await this.#look(this.#current, signal);
      if (this.#labels.length > 0 || this.#current.walk.hasMore || this.#left.length === 0) {
        return;
      }
      this.#current = undefined;
    } while (this.#current === undefined);
  }

  /** Sends the next query, and another one if its word may have fewer results. Returns the one with fewer. */
  async #ask(signal: AbortSignal): Promise<PartWalk | undefined> {
    const first = await this.#open(this.#left[0], signal);
    this.#left.shift();
    const isLong = first?.kind === 'word' && (first.walk.total ?? 0) > manyLabels;
    const [rival] = this.#left;
    if (!isLong || rival?.kind !== 'word') {
      return first;
    }
    const other = await this.#open(rival, signal);
    const isShorter = (other?.walk.total ?? manyLabels) < (first.walk.total ?? 0);
    if (!isShorter) {
      return first;
    }
    this.#left.shift();
    return other;
  }

  async #open(asked: AskedPart | undefined, signal: AbortSignal): Promise<PartWalk | undefined> {
    if (asked === undefined) {
      return undefined;
    }
    const pageSize = asked.kind === 'whole' ? labelsAtATime : largePageSize;
    const walk = new LabelWalk(this.#source, { q: asked.part }, pageSize);
    await walk.loadNext(signal);
    return { ...asked, walk, seen: 0 };
  }

  /** Checks loaded labels, and loads more until enough are found. */
  async #look(current: PartWalk, signal: AbortSignal): Promise<void> {
    const { kind, walk } = current;
    const before = this.#labels.length;
    for (let pages = 0; ; pages++) {
      const isNew = walk.count > current.seen;
      this.#take(current);
      const isEnough = kind === 'whole' ? isNew : this.#labels.length - before >= labelsAtATime;
      if (isEnough || !walk.hasMore || pages >= pagesAtATime) {
        return;
      }
      await walk.loadNext(signal);
    }
  }

  #take(current: PartWalk): void {
    const { kind, walk } = current;
    for (const entry of walk.entries.slice(current.seen)) {
      if (entry.kind === 'label' && (kind === 'whole' || this.#hasAllWords(entry.label))) {
        this.#labels.push(entry.label);
      }
    }
    current.seen = walk.count;
  }

  #hasAllWords(label: Label): boolean {
    return containsWords(`${searchedText(label)}\n${foldedText(label.id)}`, this.#words);
  }
}

/** Queries for the service, in the order in which they are tried. */
function partsOf(text: string): AskedPart[] {
  const isOneWord = !/\s/u.test(text);
  const words = longestFirst(wordsOf(text));
  const [longest = ''] = words;
  // Most vowels and some consonants can have accents; those of the plainest piece hardly ever do.
  const folded = foldedText(longest);
  const pieces = longestFirst(folded.match(/[bcdfghjklmnpqrstvwxz]+/g) ?? []);
  const [plainest] = longestFirst(folded.match(/[bdfghjkmpqtvwx]+/g) ?? []);
  const parts: readonly AskedPart[] = [
    ...(isOneWord || words.length === 0 ? [{ kind: 'whole', part: text } as const] : []),
    ...words.slice(0, maximumParts).map((part) => ({ kind: 'word', part }) as const),
    ...pieces.slice(0, maximumParts).map((part) => ({ kind: 'piece', part }) as const),
    ...(plainest === undefined ? [] : [{ kind: 'piece', part: plainest } as const]),
  ];
  return parts.filter(
    ({ part }, index) => parts.findIndex((other) => other.part === part) === index,
  );
}

function longestFirst(words: readonly string[]): readonly string[] {
  return Array.from(new Set(words)).toSorted((one, other) => other.length - one.length);
}
