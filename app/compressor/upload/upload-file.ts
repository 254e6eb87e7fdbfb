import { uploadByForm } from './form-upload.ts';
import type { UploadFile } from './upload.ts';

/** Uploads a file in the way that suits it: so far there is one. */
export const uploadFile: UploadFile = (request, watch) => uploadByForm(request, watch);
