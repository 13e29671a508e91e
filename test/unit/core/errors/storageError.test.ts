import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { StorageError } from '../../../../src/core/errors/storageError.ts';

/** An error of a system call, as Node makes it where it has no name for its number. */
function systemError(code: string, errno?: number): Error {
  return Object.assign(new Error('The call failed.'), { code, errno, syscall: 'write' });
}

describe('StorageError', () => {
  it('says that the disk is full, also where a quota is used up', () => {
    const unnamed = systemError('Unknown system error -122', -constants.errno.EDQUOT);
    for (const error of [systemError('ENOSPC'), systemError('EDQUOT'), unnamed]) {
      assert.equal(StorageError.ofFolder(error).operation, 'full');
    }
    for (const error of [systemError('EACCES', -13), new Error('No system call.')]) {
      assert.equal(StorageError.ofFolder(error).operation, 'lock');
    }
  });
});
