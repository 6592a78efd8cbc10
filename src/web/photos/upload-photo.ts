import { apiPaths } from '#contract/paths.ts'
import type { UploadedPhoto } from '#contract/photos.ts'
import { ApiError, offlineMessage } from '../queries/api.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** Shrinks and uploads one photo; resolves with its URL. */
export async function uploadPhoto(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const photo = await shrinkPhoto(file)
  signal.throwIfAborted()
  const body = new FormData()
  body.append('image', photo, file.name)
  return (await send(body, onProgress, signal)).url
}

// XMLHttpRequest, because fetch reports no upload progress.
function send(body: FormData, onProgress: (progress: number) => void, signal: AbortSignal) {
  return new Promise<UploadedPhoto>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiPaths.upload)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response)
      else reject(new ApiError(request.status, request.response ?? {}))
    }
    request.onerror = () => reject(new Error(offlineMessage))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
