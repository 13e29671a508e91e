import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, obtainCode, postToken, signIn } from './sandboxClient.ts';

const list = '/v2/label/list?size=1&labelCode=COUNCIL';

describe('sandbox: form of answers', () => {
  let sandbox: Sandbox;
  let accessToken: string;

  before(async () => {
    sandbox = await startSandbox({ labels: 30, oddLabels: true });
    ({ access_token: accessToken } = await signIn(sandbox));
    const [first] = sandbox.control.labels('acme-europe');
    assert.ok(first);
    sandbox.control.updateLabel('acme-europe', first.id, { labelName: 'Müller 你好 😀 ’' });
  });
  afterEach(() => {
    sandbox.control.setOption({
      byteOrderMark: false,
      charset: 'utf-8',
      contentType: 'application/json',
      identifiers: 'text',
      integers: 'number',
    });
  });
  after(async () => {
    await sandbox.close();
  });

  const answer = async (path = '/v2/label/list?size=1'): Promise<Response> =>
    await callApi(sandbox, accessToken, path);

  for (const charset of [
    'utf-8',
    'utf-16le',
    'utf-16be',
    'gbk',
    'big5',
    'Shift_JIS',
    'euc-kr',
    'iso-8859-1',
    'windows-1252',
    'koi8-r',
  ]) {
    it(`writes JSON in ${charset}, and declares what it is told to`, async () => {
      const contentType = `application/json;charset=${charset}`;
      sandbox.control.setOption({ charset, contentType });
      const response = await answer();
      assert.equal(response.headers.get('content-type'), contentType);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const bytes = await response.arrayBuffer();
      const json = new TextDecoder(charset, { fatal: true }).decode(bytes);
      assert.match(JSON.stringify(JSON.parse(json)), /"Müller 你好 😀 ’"/);
    });
  }

  it('declares nothing of the charset unless it is told to', async () => {
    sandbox.control.setOption({ charset: 'iso-8859-1' });
    const response = await answer();
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.ok(
      Buffer.from(await response.arrayBuffer()).includes(Buffer.from('M\xfcller', 'latin1')),
    );
  });

  it('begins with a byte order mark', async () => {
    sandbox.control.setOption({ byteOrderMark: true });
    const bytes = Buffer.from(await (await answer()).arrayBuffer());
    assert.equal(bytes.subarray(0, 4).toString('hex'), 'efbbbf7b');
  });

  it('writes integers as texts and identifiers as numbers', async () => {
    sandbox.control.setOption({ integers: 'text', identifiers: 'number' });
    const text = await (await answer(list)).text();
    assert.match(text, /^\{"code":"0",/);
    assert.match(text, /"id":17800000000000\d{5},"labelCode":"COUNCIL-00002"/);
    assert.match(text, /"labelStatus":"1"/);
    assert.match(text, /"total":"2","size":"1","current":"1","pages":"2"/);
    const code = await obtainCode(sandbox);
    const issued = await postToken(sandbox, { grant_type: 'authorization_code', code });
    assert.match(await issued.text(), /"expires_in":"1800",.*"tenant_id":\d{16},"user_id":\d{16},/);
  });

  it('refuses a charset that there is none of', async () => {
    await assert.rejects(startSandbox({ charset: 'utf-7' }));
  });
});
