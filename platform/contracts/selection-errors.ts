/**
 * What is wrong with a selection of files before anything of them is sent: rows of `API_ERRORS` that the page needs with its
 * first scripts, and so without all others.
 */
export const SELECTION_ERRORS = {
  'unsupported-type': {
    status: 400,
    retryable: false,
    message: 'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.',
  },
  'legacy-ppt': {
    status: 400,
    retryable: false,
    message: 'Please save your presentation as a .pptx file before uploading.',
  },
  'too-many-files': { status: 400, retryable: false, message: 'You can upload up to 10 files at a time.' },
  'too-large': { status: 413, retryable: false, message: 'Each file must be less than 200MB.' },
} as const;
