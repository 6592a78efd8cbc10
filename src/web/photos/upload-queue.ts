import { createStore } from '../ui/store.ts'

type Upload =
  | { state: 'paused' }
  | { state: 'uploading'; progress: number }
  | { state: 'uploaded'; url: string }
  | { state: 'failed'; error: unknown }

export interface QueuedPhoto {
  id: number
  /** The name of the chosen file. It is unknown for a photo that was uploaded earlier. */
  fileName?: string
  /** The URL of the local file or the uploaded photo. It is empty for a photo on another server, which is not loaded. */
  src: string
  upload: Upload
  /** The URL of the uploaded photo whose edited file is not uploaded yet. */
  replaced?: string | undefined
}

interface UploadQueueDeps {
  /** Uploads a file. Resolves with the photo's URL. */
  upload: (
    file: File,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ) => Promise<string>
  createPreview: (file: File) => string
  revokePreview: (src: string) => void
  /** Returns the `src` of a saved photo. */
  photoSrc: (url: string) => string
  maxPhotos: number
  concurrency: number
}

export interface AddResult {
  /** The names of files that are not images. */
  rejected: string[]
  /** The number of images beyond maxPhotos. */
  overLimit: number
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

const isImage = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

export const isPaused = ({ upload }: QueuedPhoto) => upload.state === 'paused'

export const isUploading = ({ upload }: QueuedPhoto) => upload.state === 'uploading'

export const isFailed = ({ upload }: QueuedPhoto) => upload.state === 'failed'

/** Counts the photos that get into the listing. Failed ones don't, but a failed edit keeps the place of its photo. */
export const countGood = (photos: readonly QueuedPhoto[]): number =>
  photos.filter((photo) => !isFailed(photo) || photo.replaced).length

const isUnsettled = (photo: QueuedPhoto) => isPaused(photo) || isUploading(photo)

/** Creates the queue of a form's photos, in order with the cover first. Files upload as soon as they are added. */
export function createUploadQueue(deps: UploadQueueDeps, initialUrls: readonly string[] = []) {
  let lastId = 0
  const store = createStore<readonly QueuedPhoto[]>(initialUrls.map(toUploadedPhoto))
  const { get: getPhotos, set: setPhotos, subscribe } = store
  let pending: number[] = []
  let paused = false
  const files = new Map<number, File>()
  const inFlight = new Map<number, AbortController>()

  function toUploadedPhoto(url: string): QueuedPhoto {
    return { id: ++lastId, src: deps.photoSrc(url), upload: { state: 'uploaded', url } }
  }

  function change(id: number, changes: Partial<QueuedPhoto>) {
    setPhotos(getPhotos().map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)))
  }

  const setUpload = (id: number, upload: Upload) => change(id, { upload })

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
      if (!signal.aborted) change(id, { upload: { state: 'uploaded', url }, replaced: undefined })
    } catch (error) {
      if (!signal.aborted) setUpload(id, { state: 'failed', error })
    }
    // Another file may have taken the place of this one.
    if (inFlight.get(id) === controller) inFlight.delete(id)
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
    const accepted = images.slice(0, deps.maxPhotos - countGood(getPhotos()))
    const added = accepted.map((file): QueuedPhoto => {
      const id = ++lastId
      files.set(id, file)
      pending.push(id)
      return { id, fileName: file.name, src: deps.createPreview(file), upload: pendingUpload() }
    })
    setPhotos([...getPhotos(), ...added])
    startPending()
    return { rejected, overLimit: images.length - accepted.length }
  }

  /** Uploads an edited file in the place of a photo. Until that succeeds, the listing and the draft keep the old one. */
  function replace(id: number, file: File) {
    const photo = getPhotos().find((candidate) => candidate.id === id)
    if (!photo) return
    release(photo)
    files.set(id, file)
    pending.push(id)
    const src = deps.createPreview(file)
    const { upload, replaced } = photo
    change(id, {
      fileName: file.name,
      src,
      upload: pendingUpload(),
      replaced: upload.state === 'uploaded' ? upload.url : replaced,
    })
    startPending()
  }

  function retry(id: number) {
    // Other photos have taken the place of this one.
    if (countGood(getPhotos().filter((photo) => photo.id !== id)) >= deps.maxPhotos) return
    setUpload(id, pendingUpload())
    pending.push(id)
    startPending()
  }

  /** Pauses or resumes. While paused, the queue keeps files and sends none. Uploads that have started continue. */
  function setPaused(value: boolean) {
    if (value === paused) return
    paused = value
    setPhotos(
      getPhotos().map((photo) =>
        pending.includes(photo.id) ? { ...photo, upload: pendingUpload() } : photo,
      ),
    )
    startPending()
  }

  /** Removes a photo. If it is an edit that failed or waits, the photo from before comes back. */
  function remove(id: number) {
    const photo = getPhotos().find((candidate) => candidate.id === id)
    if (!photo) return
    release(photo)
    const before = (isFailed(photo) || isPaused(photo)) && photo.replaced
    setPhotos(
      getPhotos().flatMap((candidate) => {
        if (candidate !== photo) return [candidate]
        return before ? [{ ...toUploadedPhoto(before), id }] : []
      }),
    )
    startPending()
  }

  function move(id: number, toIndex: number) {
    const moved = getPhotos().filter((photo) => photo.id === id)
    const rest = getPhotos().filter((photo) => photo.id !== id)
    setPhotos([...rest.slice(0, toIndex), ...moved, ...rest.slice(toIndex)])
  }

  /** Releases all photos and starts again from uploaded ones. */
  function reset(urls: readonly string[]) {
    for (const photo of getPhotos()) release(photo)
    setPhotos(urls.map(toUploadedPhoto))
  }

  /** Resolves when no upload is pending or in flight. Paused photos keep it waiting. */
  function whenSettled(): Promise<void> {
    if (!getPhotos().some(isUnsettled)) return Promise.resolve()
    return new Promise((resolve) => {
      const unsubscribe = subscribe(() => {
        if (getPhotos().some(isUnsettled)) return
        unsubscribe()
        resolve()
      })
    })
  }

  return {
    photos: store,
    getPhotos,
    subscribe,
    add,
    /** Returns the file of a photo that was chosen in this form, and not saved earlier. */
    fileOf: (id: number) => files.get(id),
    replace,
    retry,
    setPaused,
    remove,
    move,
    reset,
    whenSettled,
    dispose: () => getPhotos().forEach(release),
  }
}

/**
 * Returns the form's value: the URL of each photo, or of its local preview until it is uploaded. A photo keeps its URL
 * until its edited file is uploaded.
 */
export function photoUrls(photos: readonly QueuedPhoto[]): string[] {
  return photos.map(({ src, upload, replaced }) =>
    upload.state === 'uploaded' ? upload.url : (replaced ?? src),
  )
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
