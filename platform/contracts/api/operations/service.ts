import type { ApiOperation } from '../operation.ts';

/** The service as a whole. */
export const serviceOperations = {
  readStats: {
    method: 'GET',
    path: '/api/stats',
    title: 'Count of compressed files',
    answer: 'how many files were compressed',
    errors: [],
  },
  countDeviceFiles: {
    method: 'POST',
    path: '/api/stats',
    title: 'Count files of a device',
    answer: '204; the files that the browser compressed on the device are added to the count',
    errors: ['invalid-request', 'rate-limited'],
    limit: 'device-files',
  },
  readDescription: {
    method: 'GET',
    path: '/api/openapi.json',
    title: 'Description of the API',
    answer: 'this API as an OpenAPI 3.1 document',
    errors: [],
  },
} as const satisfies Readonly<Record<string, ApiOperation>>;
