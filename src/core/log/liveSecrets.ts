import { maximumTokenLength } from '../text/maximumTokenLength.ts';
import { escapeAtEnd, maximumGrowth } from './escapes.ts';
import { maskedText } from './maskedText.ts';
import { normalText, type NormalText } from './normalText.ts';
import { prefixLength, soughtWords, spansOf, type SoughtWords } from './soughtWords.ts';

/** Removes secrets from text for display. */
export interface SecretMask {
  /**
   * Returns the first `length` characters, by default all, without secrets, including a secret that extends
   * beyond that end.
   */
  mask(text: string, length?: number): string;
}

/** Records the secrets that this process learns. */
export interface SecretRegistry {
  hold(owner: string, secrets: readonly string[]): void;
  release(owner: string): void;
  note(secret: string): void;
}

/** Maximum number of secrets kept after they were replaced, deleted or used up. */
const maximumOutdated = 100;

/** Minimum length of a secret, also when decoded. */
const minimumLength = prefixLength;

/**
 * Length from which any text counts as a secret, even if masking it hides part of an address: the text around
 * it does not show which of the two it is.
 */
const unconditionalLength = 16;

/**
 * Shorter texts that count as secrets: parts of ordinary words, numbers and addresses must not vanish,
 * whatever a service issues as a token.
 */
const shortSecret = /^(?=.*\d)(?=.*\p{L})[^\s:/]+$/u;

/**
 * Tokens, client secrets, codes and states that this process knows, so that no displayed text repeats one,
 * whichever request it responds to. Holds the live secrets, by owner, and a limited number of earlier
 * secrets, which a pending response may still repeat.
 */
export class LiveSecrets implements SecretMask, SecretRegistry {
  readonly #live = new Map<string, readonly string[]>();
  /** Earlier secrets, the oldest first. */
  readonly #outdated = new Set<string>();
  /** Secrets to search for; undefined after a change. */
  #sought: SoughtSecrets | undefined;

  /** Records `secrets` as the secrets of `owner`, such as their storage key, in place of its earlier ones. */
  hold(owner: string, secrets: readonly string[]): void {
    const earlier = this.#live.get(owner) ?? [];
    const held = secrets.filter(isMaskable);
    if (
      earlier.length === held.length &&
      earlier.every((secret, index) => secret === held[index])
    ) {
      return;
    }
    this.#live.set(owner, held);
    this.#retire(earlier.filter((secret) => !held.includes(secret)));
  }

  /** Records that the secrets of `owner` are no longer in use. */
  release(owner: string): void {
    const earlier = this.#live.get(owner);
    if (earlier !== undefined) {
      this.#live.delete(owner);
      this.#retire(earlier);
    }
  }

  /** Records a secret that is used once, such as a code. */
  note(secret: string): void {
    if (isMaskable(secret)) {
      this.#retire([secret]);
    }
  }

  /** Returns `text` without any of the secrets, however they are encoded. */
  mask(text: string, length = text.length): string {
    this.#sought ??= soughtOf([...this.#live.values()].flat().concat(...this.#outdated));
    const { normal, plain, reach } = this.#sought;
    if (plain.length === 0) {
      return text.slice(0, length);
    }
    const searched = text.slice(0, length + reach);
    const decoded = normalText(searched);
    // Also searches the text as it is: when decoded, or without an end that looks like an escape, some
    // secrets would be ordinary words.
    const plainSpans = decoded.text === searched ? [] : spansOf(plain, searched);
    return maskedText(searched, length, [...decoded.spansOf(normal), ...plainSpans]);
  }

  #retire(secrets: readonly string[]): void {
    this.#sought = undefined;
    for (const secret of secrets) {
      this.#outdated.delete(secret);
      this.#outdated.add(secret);
    }
    for (const secret of this.#outdated) {
      if (this.#outdated.size <= maximumOutdated) {
        break;
      }
      this.#outdated.delete(secret);
    }
  }
}

/** Secrets in their original and in their normal form. */
interface SoughtSecrets {
  readonly plain: readonly string[];
  readonly normal: SoughtWords;
  /** Maximum length of an encoded secret: truncated text is searched this far beyond its end. */
  readonly reach: number;
}

function soughtOf(secrets: readonly string[]): SoughtSecrets {
  // Programs drop the padding of Base64. Host names and charsets, which a service chooses, are read in lower case.
  const unpadded = secrets.flatMap((secret) => [secret, secret.replace(/={1,3}$/, '')]);
  const plain = [
    ...new Set(unpadded.flatMap((secret) => [secret, secret.toLowerCase()]).filter(isMaskable)),
  ];
  const normal = plain.map(normalText).filter(isMaskableText);
  const beforeEscapes = plain
    .flatMap((secret) =>
      Array.from(secret.matchAll(escapeAtEnd), ({ index }) => secret.slice(0, index)),
    )
    .map(normalText)
    .filter(isMaskableText);
  const reach = Math.max(0, ...plain.map(({ length }) => length)) * maximumGrowth;
  return { plain, normal: soughtWords(normal.map(textOf), beforeEscapes.map(textOf)), reach };
}

function isMaskableText({ decoded, text }: NormalText): boolean {
  return isMaskable(decoded) && text.length >= minimumLength;
}

function textOf({ text }: NormalText): string {
  return text;
}

/** Returns whether `secret` can be distinguished from ordinary text. */
function isMaskable(secret: string): boolean {
  return (
    secret.length >= minimumLength &&
    secret.length <= maximumTokenLength &&
    (secret.length >= unconditionalLength || shortSecret.test(secret))
  );
}
