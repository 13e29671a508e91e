import assert from 'node:assert/strict';
import { decodeBody, legibleText } from '../../../../src/core/api/bodyText.ts';

const json = 'application/json';
const name = '{"labelName":"Müller 你好"}';

/** `text` with one byte for each character. */
function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** `{"a":"你"}` in GBK. */
const gbk = latin1('{"a":"\xc4\xe3"}');

describe('decodeBody', () => {
  for (const [contentType, bytes, text] of [
    [null, Buffer.from(name), name],
    [json, Buffer.from(name), name],
    [`${json};charset=utf-8`, Buffer.from(name), name],
    [`${json}; charset="UTF-8"`, Buffer.from(name), name],
    [`${json}; charset=utf8; profile=x`, Buffer.from(name), name],
    [`${json};charset=`, Buffer.from(name), name],
    [`${json};charset=GBK`, gbk, '{"a":"你"}'],
    [`${json} ; Charset = "gb2312"`, gbk, '{"a":"你"}'],
    ['text/plain;charset=gb18030', gbk, '{"a":"你"}'],
    [`${json};charset=ISO-8859-1`, latin1('{"a":"M\xfcller"}'), '{"a":"Müller"}'],
    [`${json};charset=iso-8859-15`, latin1('"\xa4"'), '"€"'],
    [`${json};charset=latin1`, latin1('"\x80\x92\x9f"'), '"€’Ÿ"'],
    [`${json};charset=us-ascii`, latin1('"\x81"'), '"\u0081"'],
    [`${json};charset=Shift_JIS`, latin1('"\x82\xa0"'), '"あ"'],
    [`${json};charset=big5`, latin1('"\xa4\xa4"'), '"中"'],
    // WHATWG Encoding, index-big5.txt; Node.js has another table.
    [`${json};charset=big5`, latin1('"\xf9\xfe"'), '"\uffed"'],
    [`${json};charset=euc-kr`, latin1('"\xb0\xa1"'), '"가"'],
    // Only a parameter of that name.
    [`${json};profile="a;charset=gbk"`, Buffer.from(name), name],
    [`${json};profile="a\\";charset=gbk";charset=utf-8`, Buffer.from(name), name],
    [`${json};x-charset=gbk`, Buffer.from(name), name],
    [`${json};profile="a;charset=utf-8";charset=gbk`, gbk, '{"a":"你"}'],
    [`${json};profile="a;charset=gbk`, Buffer.from(name), name],
    [`${json};charset=utf-16le`, Buffer.from(name, 'utf16le'), name],
    [`${json};charset=utf-16be`, utf16be(name), name],
    // A byte order mark says more than what is declared (WHATWG Encoding, "decode").
    [json, Buffer.from(`\ufeff${name}`), name],
    [json, Buffer.from(`\ufeff${name}`, 'utf16le'), name],
    [json, utf16be(`\ufeff${name}`), name],
    [`${json};charset=utf-16`, utf16be(`\ufeff${name}`), name],
    [`${json};charset=GBK`, Buffer.from(`\ufeff${name}`), name],
    [json, Buffer.from('\ufeff'), ''],
    [`${json};charset=GBK`, Buffer.alloc(0), ''],
  ] as const) {
    it(`reads ${bytes.subarray(0, 12).toString('hex')} as ${contentType ?? 'nothing'}`, () => {
      assert.deepEqual(decodeBody(bytes, contentType), { kind: 'text', text });
    });
  }

  for (const [contentType, bytes, charset, legible] of [
    [json, gbk, 'utf-8', '{"a":"\ufffd\ufffd"}'],
    [null, latin1('{"a":"M\xfcller"}'), 'utf-8', '{"a":"M\ufffdller"}'],
    [`${json};charset=UTF-8`, latin1('"\xed\xa0\x80"'), 'utf-8', '"\ufffd\ufffd\ufffd"'],
    [json, latin1('"M\xc3'), 'utf-8', '"M\ufffd'],
    [`${json};charset=GBK`, latin1('"\xc4\xe3\xff"'), 'gbk', '"你\ufffd"'],
    // Node.js knows no character there, and makes two others of the pair, without an error.
    [`${json};charset=euc-kr`, latin1('"\x81\x41"'), 'euc-kr', '"\u0081A"'],
    [`${json};charset=big5`, latin1('"\x87\x40"'), 'big5', '"\uf266"'],
    [`${json};charset=Shift_JIS`, latin1('"\x7f"'), 'shift_jis', '"\u001a"'],
    [`${json};charset=Shift_JIS`, latin1('"\x82'), 'shift_jis', '"\ufffd'],
    [`${json};charset=windows-1253`, latin1('"\xd2"'), 'windows-1253', '"\ufffd"'],
    [`${json};charset=utf-16le`, Buffer.from('"\ud800"', 'utf16le'), 'utf-16le', '"\ufffd"'],
    [`${json};charset=utf-16le`, Buffer.from('"a"'), 'utf-16le', '愢\ufffd'],
    [`${json};charset=utf-7`, Buffer.from(name), 'utf-7', name],
    [`${json};charset=x-unknown`, Buffer.from('{}'), 'x-unknown', '{}'],
    [`${json};charset=iso-2022-kr`, Buffer.from('{}'), 'iso-2022-kr', '{}'],
  ] as const) {
    it(`refuses ${bytes.subarray(0, 12).toString('hex')} as ${contentType ?? 'nothing'}`, () => {
      const body = decodeBody(bytes, contentType);
      assert.equal(body.kind === 'undecodable' && body.charset, charset);
      assert.equal(legibleText(body), legible);
    });
  }

  it('leaves out a character that is cut, where the rest never came', () => {
    for (const [charset, cut] of [
      ['utf-8', '"M\xc3'],
      ['gbk', '"M\xc4'],
      ['utf-16le', '"\0M\0\xfc'],
    ] as const) {
      const body = decodeBody(latin1(cut), `${json};charset=${charset}`, false);
      assert.deepEqual(body, { kind: 'text', text: '"M' });
    }
  });

  it('reads every byte of windows-1252 as the standard has it', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const body = decodeBody(bytes, 'text/plain;charset=windows-1252');
    const text = legibleText(body);
    assert.equal(body.kind, 'text');
    assert.equal(text.length, 256);
    // WHATWG Encoding, index-windows-1252.txt.
    assert.equal(
      text.slice(0x80, 0xa0),
      '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ',
    );
    assert.equal(text.slice(0xa0), Buffer.from(bytes.slice(0xa0)).toString('latin1'));
  });
});
