import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compiledKernels, KERNEL_MODULES, kernelsDigest } from '../../../infra/kernels/kernel-sources.ts';

it.each(KERNEL_MODULES)('the kernels of %s were compiled from the sources that are there', (name) => {
  expect(readFileSync(compiledKernels(name), 'utf8')).toContain(kernelsDigest());
});
