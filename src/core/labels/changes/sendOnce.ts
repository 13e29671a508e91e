import type { LabelId } from '../../account/labelAddress.ts';
import type { LabelChanges } from '../../api/labelFields.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { isAnswerLost } from '../../errors/lostAnswer.ts';
import { RateLimitedError } from '../../errors/rateLimitedError.ts';
import type { ChangeTarget } from './changeRunOptions.ts';
import type { ServiceGate } from './serviceGate.ts';

/** How to send changes of a label. */
export interface SendOptions {
  readonly gate: ServiceGate;
  /** Whether what they were made from still holds; asked right before they leave, as they may wait for long. */
  readonly mayLeave: () => Promise<boolean>;
  readonly sendChanges: ChangeTarget['sendChanges'];
  readonly signal: AbortSignal;
}

/** What has come of sending, as far as the answer says. */
export type SendResult =
  | { readonly kind: 'accepted' }
  /** It did not leave, as it may not any more. */
  | { readonly kind: 'heldBack' }
  /** It may have arrived. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** It did not leave, or the service has not taken it. */
  | { readonly kind: 'notTaken'; readonly error: unknown };

/** Sends changes of a label through the gate, once. Never throws. */
export async function sendOnce(
  id: LabelId,
  changes: LabelChanges,
  { gate, mayLeave, sendChanges, signal }: SendOptions,
): Promise<SendResult> {
  let mayHaveLeft = false;
  let isHeldBack = false;
  const beforeSending = async (): Promise<void> => {
    // Whatever has left before was refused.
    mayHaveLeft = false;
    isHeldBack = !(await mayLeave());
    if (isHeldBack) {
      throw new CancelledError();
    }
    // It may have been cancelled meanwhile.
    throwIfAborted(signal);
    mayHaveLeft = true;
  };
  const send = async (): Promise<SendResult> => {
    try {
      await sendChanges(id, changes, { beforeSending, signal });
    } catch (error) {
      if (isHeldBack) {
        return { kind: 'heldBack' };
      }
      mayHaveLeft &&= !(error instanceof RateLimitedError);
      throw error;
    }
    return { kind: 'accepted' };
  };
  try {
    return await gate.send(send, signal);
  } catch (error) {
    const isUnderWay = error instanceof CancelledError && mayHaveLeft;
    return { kind: isUnderWay || isAnswerLost(error) ? 'lost' : 'notTaken', error };
  }
}
