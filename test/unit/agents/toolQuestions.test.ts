import assert from 'node:assert/strict';
import { ToolQuestions, type ToolSubject } from '../../../src/agents/toolQuestions.ts';
import { accountOf } from '../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { RequestError } from '../../../src/core/errors/requestError.ts';
import { randomFrom } from '../../support/randomFrom.ts';

const baseUrl = parseBaseUrl('https://service.example');
const subjects: readonly ToolSubject[] = [
  accountOf(baseUrl, 'tenant', 'one').id,
  accountOf(baseUrl, 'tenant', 'other').id,
  'accounts',
];
const [one, other] = subjects;

describe('questions before calls of tools', () => {
  it('are remembered, however often the same call is asked about', () => {
    const questions = new ToolQuestions();
    assert.ok(one);
    questions.ask('call', one);
    questions.ask('call', one);
    assert.equal(questions.subjectOf('call'), one);
    assert.equal(questions.subjectOf('call'), one);
  });

  it('are not there for a call that nobody was asked about', () => {
    assert.throws(() => new ToolQuestions().subjectOf('call'), RequestError);
  });

  it('cannot be about another account later', () => {
    const questions = new ToolQuestions();
    assert.ok(one !== undefined && other !== undefined);
    questions.ask('call', one);
    assert.throws(() => questions.ask('call', other), /Say which account is meant/);
    assert.equal(questions.subjectOf('call'), one);
  });

  it('are forgotten after many others', () => {
    const questions = new ToolQuestions();
    assert.ok(one);
    for (let count = 0; count <= 10_000; count++) {
      questions.ask(`call ${count}`, one);
    }
    assert.throws(() => questions.subjectOf('call 0'), RequestError);
    assert.equal(questions.subjectOf('call 1'), one);
  });

  it('lead to the account of their own answer in whatever order these come', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = randomFrom(seed);
      const pick = <T>(list: readonly T[]): T | undefined =>
        list[Math.floor(random() * list.length)];
      const questions = new ToolQuestions();
      let signedIn = one;
      const open: { readonly call: string; readonly subject: ToolSubject }[] = [];
      for (let step = 0; step < 200; step++) {
        const action = random();
        if (action < 0.3) {
          signedIn = pick(subjects);
        } else if (action < 0.7) {
          const call = `call ${Math.floor(random() * 5)}`;
          assert.ok(signedIn);
          try {
            questions.ask(call, signedIn);
            open.push({ call, subject: signedIn });
          } catch (error) {
            assert.ok(error instanceof RequestError);
          }
        } else {
          const [answered] = open.splice(Math.floor(random() * open.length), 1);
          if (answered !== undefined && random() < 0.8) {
            assert.equal(questions.subjectOf(answered.call), answered.subject);
          }
        }
      }
    }
  });
});
