import { describe, expect, it } from 'vitest'
import { ApiError } from '../queries/api.ts'
import {
  addResultMessage,
  photoHelp,
  removalMessage,
  uploadStatusMessage,
} from './upload-messages.ts'
import {
  countGood,
  createUploadQueue,
  failedUploads,
  isUploaded,
  photoUrls,
  type QueuedPhoto,
} from './upload-queue.ts'

interface Request {
  name: string
  onProgress: (progress: number) => void
  resolve: (url: string) => void
  reject: (error: Error) => void
  signal: AbortSignal
}

function openQueue({ urls = [] as string[], maxPhotos = 10, concurrency = 2 } = {}) {
  const requests: Request[] = []
  const previews = new Set<string>()
  const queue = createUploadQueue(
    {
      upload: (file, onProgress, signal) =>
        new Promise((resolve, reject) => {
          requests.push({ name: file.name, onProgress, resolve, reject, signal })
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      createPreview: (file) => {
        previews.add(`blob:${file.name}`)
        return `blob:${file.name}`
      },
      revokePreview: (src) => previews.delete(src),
      photoSrc: (url) => `/api${url}`,
      maxPhotos,
      concurrency,
    },
    urls,
  )
  const request = (name: string) => {
    const latest = requests.findLast((candidate) => candidate.name === name)
    if (!latest) throw new Error(`${name} was not uploaded`)
    return latest
  }
  return {
    queue,
    requests,
    previews,
    request,
    states: () => queue.getPhotos().map(({ upload }) => upload.state),
  }
}

const image = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const images = (...names: string[]) => names.map((name) => image(name))
const idAt = (photos: readonly QueuedPhoto[], index: number) => photos[index]?.id ?? -1
const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('upload queue', () => {
  it('starts with the photos that are already uploaded', () => {
    const { queue } = openQueue({ urls: ['/uploads/a.webp'] })
    expect(queue.getPhotos()[0]?.src).toBe('/api/uploads/a.webp')
    expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/a.webp'])
  })

  it('previews files at once and uploads at most two concurrently', async () => {
    const { queue, requests, request } = openQueue()
    queue.add(images('a', 'b', 'c'))
    expect(queue.getPhotos().map(({ src }) => src)).toEqual(['blob:a', 'blob:b', 'blob:c'])
    expect(requests.map(({ name }) => name)).toEqual(['a', 'b'])
    request('b').resolve('/uploads/b')
    await nextTick()
    expect(requests.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    const urls = photoUrls(queue.getPhotos())
    expect(urls).toEqual(['blob:a', '/uploads/b', 'blob:c'])
    expect(urls.filter(isUploaded)).toEqual(['/uploads/b'])
  })

  it('accepts images only, up to the limit', () => {
    const { queue } = openQueue({ urls: ['/uploads/a.webp'], maxPhotos: 3 })
    const added = queue.add([
      image('notes.pdf', 'application/pdf'),
      ...images('b', 'c', 'd'),
      image('phone.HEIC', ''),
    ])
    expect(added).toEqual({ rejected: ['notes.pdf'], overLimit: 2 })
    expect(queue.getPhotos()).toHaveLength(3)
  })

  it('does not count those that failed', async () => {
    const { queue, request } = openQueue({ maxPhotos: 2 })
    queue.add(images('a', 'b'))
    request('a').reject(new ApiError(415, {}))
    await nextTick()
    expect(countGood(queue.getPhotos())).toBe(1)
    expect(queue.add(images('c', 'd'))).toEqual({ rejected: [], overLimit: 1 })
    expect(countGood(queue.getPhotos())).toBe(2)
    queue.retry(idAt(queue.getPhotos(), 0))
    expect(countGood(queue.getPhotos()), 'its place is taken').toBe(2)
  })

  it('reports the progress of each upload', () => {
    const { queue, request } = openQueue()
    queue.add(images('a'))
    request('a').onProgress(0.5)
    expect(queue.getPhotos()[0]?.upload).toEqual({ state: 'uploading', progress: 0.5 })
  })

  it('keeps a failed photo with its error and can retry it', async () => {
    const { queue, request, states } = openQueue()
    const errors = [new ApiError(415, { error: 'Not a photo.' }), new ApiError(401, {})] as const
    queue.add(images('a', 'b'))
    request('a').reject(errors[0])
    request('b').reject(errors[1])
    await nextTick()
    expect(states()).toEqual(['failed', 'failed'])
    expect(failedUploads(queue.getPhotos()).map(({ error }) => error)).toEqual(errors)
    queue.retry(idAt(queue.getPhotos(), 0))
    expect(states()).toEqual(['uploading', 'failed'])
    request('a').resolve('/uploads/a')
    await nextTick()
    expect(states()).toEqual(['uploaded', 'failed'])
  })

  it('aborts the upload of a removed photo and starts the next', async () => {
    const { queue, requests, previews, request } = openQueue({ concurrency: 1 })
    queue.add(images('a', 'b'))
    queue.remove(idAt(queue.getPhotos(), 0))
    await nextTick()
    expect(request('a').signal.aborted).toBe(true)
    expect(requests.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(queue.getPhotos()).toHaveLength(1)
    expect([...previews]).toEqual(['blob:b'])
  })

  it('uploads an edited file in the place of a photo', async () => {
    const { queue, requests, previews, request, states } = openQueue({ concurrency: 1 })
    queue.add(images('a', 'b'))
    const id = idAt(queue.getPhotos(), 0)
    expect(queue.fileOf(id)?.name).toBe('a')
    queue.replace(id, image('edited'))
    await nextTick()
    expect(request('a').signal.aborted).toBe(true)
    expect(queue.getPhotos().map(({ id, src }) => [id, src])).toEqual([
      [id, 'blob:edited'],
      [id + 1, 'blob:b'],
    ])
    expect([...previews].sort()).toEqual(['blob:b', 'blob:edited'])
    request('b').resolve('/uploads/b')
    await nextTick()
    request('edited').resolve('/uploads/edited')
    await nextTick()
    expect(requests.map(({ name }) => name)).toEqual(['a', 'b', 'edited'])
    expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/edited', '/uploads/b'])
    expect(states()).toEqual(['uploaded', 'uploaded'])
  })

  it('keeps an uploaded photo until its edited file is uploaded too', async () => {
    const { queue, previews, request, states } = openQueue({ urls: ['/uploads/a.webp'] })
    const id = idAt(queue.getPhotos(), 0)
    const urls = () => photoUrls(queue.getPhotos())
    queue.replace(id, image('turned'))
    queue.replace(id, image('cropped'))
    expect(urls()).toEqual(['/uploads/a.webp'])
    request('cropped').resolve('/uploads/cropped.webp')
    await nextTick()
    expect(urls()).toEqual(['/uploads/cropped.webp'])
    queue.remove(id)
    expect(urls()).toEqual([])
    expect(states()).toEqual([])
    expect(previews.size).toBe(0)
  })

  it.each(['failed', 'paused'])(
    'brings back the photo when an edit that is %s is removed',
    async (state) => {
      const { queue, previews, request, states } = openQueue({
        urls: ['/uploads/a.webp', '/uploads/b.webp'],
        maxPhotos: 2,
      })
      const id = idAt(queue.getPhotos(), 0)
      if (state === 'paused') queue.setPaused(true)
      queue.replace(id, image('turned'))
      if (state === 'failed') {
        request('turned').reject(new Error('offline'))
        await nextTick()
        // Its place is not free for other photos.
        expect(queue.add(images('c'))).toEqual({ rejected: [], overLimit: 1 })
        queue.retry(id)
        expect(states()).toEqual(['uploading', 'uploaded'])
        request('turned').reject(new Error('offline'))
        await nextTick()
      }
      expect(states()).toEqual([state, 'uploaded'])
      queue.remove(id)
      expect(queue.getPhotos()[0]).toEqual({
        id,
        src: '/api/uploads/a.webp',
        upload: { state: 'uploaded', url: '/uploads/a.webp' },
      })
      expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/a.webp', '/uploads/b.webp'])
      expect(previews.size).toBe(0)
      queue.remove(id)
      expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/b.webp'])
    },
  )

  it('can edit files of this form, and no photos that were saved earlier', () => {
    const { queue } = openQueue({ urls: ['/uploads/a.webp'] })
    expect(queue.fileOf(idAt(queue.getPhotos(), 0))).toBeUndefined()
  })

  it('keeps photos while paused, and uploads them afterwards', async () => {
    const { queue, requests, request, states } = openQueue({ concurrency: 1 })
    let settled = false
    queue.add(images('a', 'b'))
    queue.setPaused(true)
    queue.add(images('c'))
    expect(states()).toEqual(['uploading', 'paused', 'paused'])
    request('a').resolve('/uploads/a')
    await nextTick()
    expect(requests.map(({ name }) => name)).toEqual(['a'])
    queue.whenSettled().then(() => {
      settled = true
    })
    await nextTick()
    expect(settled).toBe(false)
    queue.setPaused(false)
    expect(states()).toEqual(['uploaded', 'uploading', 'uploading'])
    request('b').resolve('/uploads/b')
    await nextTick()
    request('c').resolve('/uploads/c')
    await nextTick()
    expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/a', '/uploads/b', '/uploads/c'])
    expect(settled).toBe(true)
  })

  it('moves a photo to any index', () => {
    const { queue } = openQueue({ urls: ['/a', '/b', '/c'] })
    queue.move(idAt(queue.getPhotos(), 2), 0)
    expect(photoUrls(queue.getPhotos())).toEqual(['/c', '/a', '/b'])
    queue.move(idAt(queue.getPhotos(), 0), 1)
    expect(photoUrls(queue.getPhotos())).toEqual(['/a', '/c', '/b'])
  })

  it('is settled once every upload has succeeded, failed or been removed', async () => {
    const { queue, request } = openQueue()
    let settled = false
    queue.add(images('a', 'b', 'c'))
    queue.whenSettled().then(() => {
      settled = true
    })
    request('a').resolve('/uploads/a')
    request('b').reject(new Error('offline'))
    await nextTick()
    expect(settled).toBe(false)
    queue.remove(idAt(queue.getPhotos(), 2))
    await nextTick()
    expect(settled).toBe(true)
    await queue.whenSettled()
  })

  it('aborts uploads and revokes previews on reset and on dispose', () => {
    const { queue, previews, request } = openQueue()
    queue.add(images('a'))
    queue.reset(['/uploads/z'])
    expect(previews.size).toBe(0)
    expect(request('a').signal.aborted).toBe(true)
    expect(photoUrls(queue.getPhotos())).toEqual(['/uploads/z'])
    queue.add(images('b'))
    queue.dispose()
    expect(previews.size).toBe(0)
  })
})

describe('upload messages', () => {
  it('say how many photos there may be, and that one who looks for a thing needs none', () => {
    expect(photoHelp(10, false)).toBe('Add 1 to 10 photos. The first is the cover.')
    expect(photoHelp(10, true)).toBe("You don't need a photo, but you can add up to 10.")
  })

  it('name the file that was left out, or count them', () => {
    expect(addResultMessage({ rejected: [], overLimit: 0 }, 10)).toBe('')
    expect(addResultMessage({ rejected: [], overLimit: 2 }, 10)).toBe(
      'You can add 10 photos. We kept the first 10.',
    )
    expect(addResultMessage({ rejected: ['notes.pdf'], overLimit: 0 }, 10)).toBe(
      'notes.pdf is not a photo. We left it out.',
    )
    expect(addResultMessage({ rejected: ['notes.pdf', 'a.txt'], overLimit: 1 }, 10)).toBe(
      'You can add 10 photos. We kept the first 10. 2 files are not photos. We left them out.',
    )
  })

  it('report uploads in flight, then failed ones', async () => {
    const { queue, request } = openQueue()
    expect(uploadStatusMessage(queue.getPhotos())).toBe('')
    queue.add(images('a', 'b'))
    expect(uploadStatusMessage(queue.getPhotos())).toBe('Uploading 2 photos…')
    request('a').reject(new Error('offline'))
    request('b').resolve('/uploads/b')
    await nextTick()
    expect(uploadStatusMessage(queue.getPhotos())).toBe(
      'a was not uploaded. Try again or remove it.',
    )
  })

  it.each([
    [{ 'IMG_2041.heic': 415 }, 'IMG_2041.heic could not be read. Remove it or choose another.'],
    [{ 'broken.jpg': 400 }, 'broken.jpg could not be read. Remove it or choose another.'],
    [{ 'big.png': 413 }, 'big.png is too large. Remove it or choose another.'],
    [{ 'a.jpg': 429 }, 'a.jpg was not uploaded. Try again or remove it.'],
    [
      { 'a.heic': 415, 'b.png': 413 },
      'a.heic could not be read. b.png is too large. Remove them or choose others.',
    ],
    [
      { 'a.heic': 415, 'b.png': 503 },
      'a.heic could not be read. b.png was not uploaded. Try again or remove them.',
    ],
  ])('name each photo that failed: %j', async (failures, message) => {
    const { queue, request } = openQueue()
    queue.add(images(...Object.keys(failures)))
    for (const [name, status] of Object.entries(failures)) {
      request(name).reject(new ApiError(status, { error: 'Because.' }))
    }
    await nextTick()
    expect(uploadStatusMessage(queue.getPhotos())).toBe(message)
  })

  it.each([
    [{ 'broken.jpg': 400 }, 'post', 'Remove broken.jpg to post without it.'],
    [{ 'a.heic': 415, 'b.png': 413 }, 'save', 'Remove a.heic and b.png to save without them.'],
    [{ 'a.heic': 415, 'b.png': 503 }, 'post', 'Remove a.heic to post without it.'],
    [{ 'b.png': 503 }, 'post', ''],
  ] as const)('name what no retry helps: %j', async (statuses, verb, message) => {
    const failures = Object.entries(statuses).map(([fileName, status], id) => ({
      id,
      fileName,
      error: new ApiError(status, {}),
    }))
    expect(removalMessage(failures, verb)).toBe(message)
  })

  it('say what photos wait for', () => {
    const { queue } = openQueue()
    queue.setPaused(true)
    queue.add(images('a', 'b'))
    expect(uploadStatusMessage(queue.getPhotos())).toBe(
      '2 photos will upload once your email is confirmed.',
    )
  })
})
