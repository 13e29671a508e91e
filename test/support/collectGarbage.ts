import v8 from 'node:v8';
import vm from 'node:vm';

/** Collects all objects that nothing refers to. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc(); gc();');
}
