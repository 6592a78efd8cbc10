import { ApiError } from '../api.ts'

/** How far a photo is on its way to the server. */
type Upload =
  | { state: 'uploading'; progress: number }
  | { state: 'uploaded'; url: string }
  | { state: 'failed'; sentence: string; signedOut: boolean }

export interface TrayPhoto {
  id: number
  /** What an `img` shows: the student's own file at once, or what the server keeps. */
  src: string
  upload: Upload
}

export interface TrayParts {
  upload: (
    file: File,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ) => Promise<string>
  /** An address for a file of this page, and its end. */
  openPreview: (file: File) => string
  closePreview: (src: string) => void
  /** What an `img` points at for a photo that is uploaded. */
  srcOf: (url: string) => string
  most: number
  atOnce: number
}

export interface Added {
  /** Not images. */
  refused: number
  /** Images there was no more room for. */
  leftOut: number
}

export type PhotoTray = ReturnType<typeof createPhotoTray>

const isImage = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

const isUnderWay = ({ upload }: TrayPhoto) => upload.state === 'uploading'

/** The photos of one form, in order, cover first. Each is uploaded as soon as it is chosen. */
export function createPhotoTray(parts: TrayParts, urls: readonly string[] = []) {
  let lastId = 0
  let photos: readonly TrayPhoto[] = urls.map(uploaded)
  let waiting: number[] = []
  const files = new Map<number, File>()
  const running = new Map<number, AbortController>()
  const listeners = new Set<() => void>()

  function uploaded(url: string): TrayPhoto {
    return { id: ++lastId, src: parts.srcOf(url), upload: { state: 'uploaded', url } }
  }

  function set(next: readonly TrayPhoto[]) {
    photos = next
    for (const listener of listeners) listener()
  }

  function setUpload(id: number, upload: Upload) {
    set(photos.map((photo) => (photo.id === id ? { ...photo, upload } : photo)))
  }

  function startWaiting() {
    while (running.size < parts.atOnce) {
      const id = waiting.shift()
      const file = id !== undefined && files.get(id)
      if (!file) return
      send(id, file)
    }
  }

  async function send(id: number, file: File) {
    const sending = new AbortController()
    running.set(id, sending)
    const onProgress = (progress: number) => setUpload(id, { state: 'uploading', progress })
    try {
      const url = await parts.upload(file, onProgress, sending.signal)
      if (!sending.signal.aborted) setUpload(id, { state: 'uploaded', url })
    } catch (error) {
      if (!sending.signal.aborted) setUpload(id, failure(error))
    }
    running.delete(id)
    startWaiting()
  }

  function letGo(photo: TrayPhoto) {
    running.get(photo.id)?.abort()
    running.delete(photo.id)
    waiting = waiting.filter((id) => id !== photo.id)
    if (files.delete(photo.id)) parts.closePreview(photo.src)
  }

  function add(chosen: readonly File[]): Added {
    const images = chosen.filter(isImage)
    const kept = images.slice(0, parts.most - photos.length)
    const added = kept.map((file): TrayPhoto => {
      const id = ++lastId
      files.set(id, file)
      waiting.push(id)
      return { id, src: parts.openPreview(file), upload: { state: 'uploading', progress: 0 } }
    })
    set([...photos, ...added])
    startWaiting()
    return { refused: chosen.length - images.length, leftOut: images.length - kept.length }
  }

  function retry(id: number) {
    setUpload(id, { state: 'uploading', progress: 0 })
    waiting.push(id)
    startWaiting()
  }

  function remove(id: number) {
    const photo = photos.find((candidate) => candidate.id === id)
    if (photo) letGo(photo)
    set(photos.filter((candidate) => candidate !== photo))
    startWaiting()
  }

  function move(id: number, to: number) {
    const moved = photos.filter((photo) => photo.id === id)
    const rest = photos.filter((photo) => photo.id !== id)
    set([...rest.slice(0, to), ...moved, ...rest.slice(to)])
  }

  /** Ends what is under way and puts these in the place of all. */
  function replace(withUrls: readonly string[]) {
    for (const photo of photos) letGo(photo)
    set(withUrls.map(uploaded))
  }

  /** Once nothing is under way any more. */
  function settled(): Promise<void> {
    if (!photos.some(isUnderWay)) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = watch(() => {
        if (photos.some(isUnderWay)) return
        stop()
        resolve()
      })
    })
  }

  function watch(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return {
    photos: () => photos,
    watch,
    add,
    retry,
    remove,
    move,
    replace,
    settled,
    /** Lets go of all files and previews; what the server has stays. */
    close: () => photos.forEach(letGo),
  }
}

function failure(error: unknown): Upload {
  const signedOut = error instanceof ApiError && error.status === 401
  const sentence = error instanceof Error ? error.message : String(error)
  return { state: 'failed', sentence, signedOut }
}

/** The addresses a listing is saved with. */
export function urlsOf(photos: readonly TrayPhoto[]): string[] {
  return photos.flatMap(({ upload }) => (upload.state === 'uploaded' ? [upload.url] : []))
}
