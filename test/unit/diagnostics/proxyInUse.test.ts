import assert from 'node:assert/strict';
import { proxyInUse, type ProxySettings } from '../../../src/diagnostics/proxyInUse.ts';

const settings: ProxySettings = { proxy: '', noProxy: [], proxySupport: 'override' };
const proxy = 'http://proxy.example.com:3128';

function wayTo(
  address: string,
  changes: Partial<ProxySettings>,
  environment: Readonly<Record<string, string>> = {},
): string {
  return proxyInUse(new URL(address), { ...settings, ...changes }, environment).reason;
}

describe('proxyInUse', () => {
  const service = 'https://hr.example.com/base';
  const fromSetting = `${proxy} (http.proxy)`;

  it('takes the proxy of the settings before that of the environment', () => {
    const environment = { HTTPS_PROXY: 'http://other.example.com:8080' };
    assert.equal(wayTo(service, { proxy }, environment), fromSetting);
    assert.equal(wayTo(service, {}, environment), 'http://other.example.com:8080 (HTTPS_PROXY)');
    assert.equal(wayTo(service, {}), 'none is set; the operating system may define one');
  });

  it('shows neither a user name nor a password', () => {
    const guarded = 'http://anna:her-own-word@proxy.example.com:3128';
    const way = proxyInUse(new URL(service), { ...settings, proxy: guarded }, {});
    assert.equal(way.reason, `${proxy} (http.proxy, with a user name)`);
    assert.equal(way.proxy?.password, 'her-own-word');
  });

  it('takes none to this machine, nor where proxies are off', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      assert.equal(wayTo(`http://${host}:99`, { proxy }), 'none (the service is on this machine)');
    }
    assert.equal(wayTo(service, { proxy, proxySupport: 'off' }), 'none (http.proxySupport is off)');
  });

  for (const [exception, isMeant] of [
    ['hr.example.com', true],
    ['example.com', true],
    ['.Example.com', true],
    ['*', true],
    ['hr.example.com:443', true],
    ['hr.example.com:8443', false],
    ['r.example.com', false],
    ['', false],
  ] as const) {
    it(`reads the exception ${JSON.stringify(exception)}`, () => {
      const expected = isMeant ? 'none (excluded by http.noProxy)' : fromSetting;
      assert.equal(wayTo(service, { proxy, noProxy: [exception] }), expected);
      const reason = isMeant ? 'none (excluded by NO_PROXY)' : fromSetting;
      assert.equal(wayTo(service, { proxy }, { NO_PROXY: `x.example, ${exception}` }), reason);
    });
  }

  it('does not look at NO_PROXY where http.noProxy is set', () => {
    const environment = { no_proxy: '*' };
    assert.equal(wayTo(service, { proxy, noProxy: ['x.example'] }, environment), fromSetting);
  });

  it('takes nothing for a proxy that VS Code does not', () => {
    for (const odd of ['proxy.example.com:3128', 'ftp://proxy.example.com', 'nonsense']) {
      assert.match(wayTo(service, { proxy: odd }), /^none is set/);
    }
  });
});
