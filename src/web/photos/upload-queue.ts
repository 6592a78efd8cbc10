type Upload =
  | { state: 'paused' }
  | { state: 'uploading'; progress: number }
  | { state: 'uploaded'; url: string }
  | { state: 'failed'; error: unknown }

export interface QueuedPhoto {
  id: number
  /** Of the chosen file; of a photo that was uploaded earlier nobody knows it. */
  fileName?: string
  /** An object URL of the local file, or the uploaded photo; empty for one on another server, which is not loaded. */
  src: string
  upload: Upload
}

interface UploadQueueDeps {
  /** Resolves with the photo's URL. */
  upload: (
    file: File,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ) => Promise<string>
  createPreview: (file: File) => string
  revokePreview: (src: string) => void
  /** The `src` of a saved photo. */
  photoSrc: (url: string) => string
  maxPhotos: number
  concurrency: number
}

export interface AddResult {
  /** The names of files that are not images. */
  rejected: string[]
  /** Images beyond maxPhotos. */
  overLimit: number
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

const isImage = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

export const isPaused = ({ upload }: QueuedPhoto) => upload.state === 'paused'

export const isUploading = ({ upload }: QueuedPhoto) => upload.state === 'uploading'

export const isFailed = ({ upload }: QueuedPhoto) => upload.state === 'failed'

/** Those that failed are in no listing. */
export const countGood = (photos: readonly QueuedPhoto[]): number =>
  photos.filter((photo) => !isFailed(photo)).length

const isUnsettled = (photo: QueuedPhoto) => isPaused(photo) || isUploading(photo)

/** The photos of one form in order, cover first. Files upload as soon as they are added. */
export function createUploadQueue(deps: UploadQueueDeps, initialUrls: readonly string[] = []) {
  let lastId = 0
  let photos: readonly QueuedPhoto[] = initialUrls.map(toUploadedPhoto)
  let pending: number[] = []
  let paused = false
  const files = new Map<number, File>()
  const inFlight = new Map<number, AbortController>()
  const listeners = new Set<() => void>()

  function toUploadedPhoto(url: string): QueuedPhoto {
    return { id: ++lastId, src: deps.photoSrc(url), upload: { state: 'uploaded', url } }
  }

  function setPhotos(next: readonly QueuedPhoto[]) {
    photos = next
    for (const listener of listeners) listener()
  }

  function setUpload(id: number, upload: Upload) {
    setPhotos(photos.map((photo) => (photo.id === id ? { ...photo, upload } : photo)))
  }

  const pendingUpload = (): Upload =>
    paused ? { state: 'paused' } : { state: 'uploading', progress: 0 }

  function startPending() {
    while (!paused && inFlight.size < deps.concurrency) {
      const id = pending.shift()
      const file = id !== undefined && files.get(id)
      if (!file) return
      start(id, file)
    }
  }

  async function start(id: number, file: File) {
    const controller = new AbortController()
    const { signal } = controller
    inFlight.set(id, controller)
    const onProgress = (progress: number) => setUpload(id, { state: 'uploading', progress })
    try {
      const url = await deps.upload(file, onProgress, signal)
      if (!signal.aborted) setUpload(id, { state: 'uploaded', url })
    } catch (error) {
      if (!signal.aborted) setUpload(id, { state: 'failed', error })
    }
    inFlight.delete(id)
    startPending()
  }

  /** Aborts the upload and revokes the preview. */
  function release(photo: QueuedPhoto) {
    inFlight.get(photo.id)?.abort()
    inFlight.delete(photo.id)
    pending = pending.filter((id) => id !== photo.id)
    if (files.delete(photo.id)) deps.revokePreview(photo.src)
  }

  function add(chosen: readonly File[]): AddResult {
    const images = chosen.filter(isImage)
    const rejected = chosen.filter((file) => !isImage(file)).map(({ name }) => name)
    const accepted = images.slice(0, deps.maxPhotos - countGood(photos))
    const added = accepted.map((file): QueuedPhoto => {
      const id = ++lastId
      files.set(id, file)
      pending.push(id)
      return { id, fileName: file.name, src: deps.createPreview(file), upload: pendingUpload() }
    })
    setPhotos([...photos, ...added])
    startPending()
    return { rejected, overLimit: images.length - accepted.length }
  }

  function retry(id: number) {
    // Others have taken its place.
    if (countGood(photos) >= deps.maxPhotos) return
    setUpload(id, pendingUpload())
    pending.push(id)
    startPending()
  }

  /** While paused, files are kept and none is sent; those in flight go on. */
  function setPaused(value: boolean) {
    if (value === paused) return
    paused = value
    setPhotos(
      photos.map((photo) =>
        pending.includes(photo.id) ? { ...photo, upload: pendingUpload() } : photo,
      ),
    )
    startPending()
  }

  function remove(id: number) {
    const photo = photos.find((candidate) => candidate.id === id)
    if (photo) release(photo)
    setPhotos(photos.filter((candidate) => candidate !== photo))
    startPending()
  }

  function move(id: number, toIndex: number) {
    const moved = photos.filter((photo) => photo.id === id)
    const rest = photos.filter((photo) => photo.id !== id)
    setPhotos([...rest.slice(0, toIndex), ...moved, ...rest.slice(toIndex)])
  }

  /** Releases all photos and starts again from uploaded ones. */
  function reset(urls: readonly string[]) {
    for (const photo of photos) release(photo)
    setPhotos(urls.map(toUploadedPhoto))
  }

  /** Resolves when no upload is pending or in flight; not while photos are paused. */
  function whenSettled(): Promise<void> {
    if (!photos.some(isUnsettled)) return Promise.resolve()
    return new Promise((resolve) => {
      const unsubscribe = subscribe(() => {
        if (photos.some(isUnsettled)) return
        unsubscribe()
        resolve()
      })
    })
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return {
    getPhotos: () => photos,
    subscribe,
    add,
    retry,
    setPaused,
    remove,
    move,
    reset,
    whenSettled,
    dispose: () => photos.forEach(release),
  }
}

/** The form's value: the URL of each photo, that of its local preview until it is uploaded. */
export function photoUrls(photos: readonly QueuedPhoto[]): string[] {
  return photos.map(({ src, upload }) => (upload.state === 'uploaded' ? upload.url : src))
}

export const isUploaded = (url: string) => !url.startsWith('blob:')

export interface FailedUpload {
  id: number
  fileName: string
  error: unknown
}

export function failedUploads(photos: readonly QueuedPhoto[]): FailedUpload[] {
  return photos.flatMap(({ id, fileName = 'This photo', upload }) =>
    upload.state === 'failed' ? [{ id, fileName, error: upload.error }] : [],
  )
}
