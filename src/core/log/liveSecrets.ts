import { formsOf, longestFirst, withoutForms } from './secretForms.ts';

/** Removes secrets from a text for people. */
export interface SecretMask {
  mask(text: string): string;
}

/** Records the secrets that this process comes to know. */
export interface SecretRegistry {
  hold(owner: string, secrets: readonly string[]): void;
  release(owner: string): void;
  note(secret: string): void;
}

/** Maximum number of secrets kept after they were replaced, deleted or used up. */
const maximumOutdated = 100;

/** Length from which any text counts as a secret. */
const lengthOfAny = 16;

/** Minimum length of a secret that is masked: parts of ordinary words and numbers must not vanish. */
const minimumLength = 8;

/**
 * Tokens, client secrets, codes and states that this process knows, so that no text for people repeats one,
 * whichever request it answers. Holds what is live, by its owner, and a limited number of earlier secrets,
 * which an answer under way may still repeat.
 */
export class LiveSecrets implements SecretMask, SecretRegistry {
  readonly #live = new Map<string, readonly string[]>();
  /** Insertion order is age. */
  readonly #outdated = new Set<string>();
  /** Forms of all secrets, the longest first; undefined after a change. */
  #forms: readonly string[] | undefined;

  /** Records `secrets` as those of `owner`, such as the key that they are stored under, in place of earlier ones. */
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

  /** Number of secrets held. */
  get size(): number {
    return this.#all().size;
  }

  /** Returns `text` without any of the secrets, also where they are encoded. */
  mask(text: string): string {
    this.#forms ??= longestFirst([...this.#all()].flatMap(formsOf));
    return withoutForms(text, this.#forms);
  }

  #all(): ReadonlySet<string> {
    return new Set([...this.#live.values()].flat().concat(...this.#outdated));
  }

  #retire(secrets: readonly string[]): void {
    this.#forms = undefined;
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

/** Returns whether `secret` can be told from an ordinary word: it is long, or not made of letters alone. */
function isMaskable(secret: string): boolean {
  return (
    secret.length >= lengthOfAny || (secret.length >= minimumLength && !/^\p{L}+$/u.test(secret))
  );
}
