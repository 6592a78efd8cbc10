import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { addedSentence, uploadsSentence } from './photo-sentences.ts'
import { createPhotoTray, type TrayPhoto, urlsOf } from './photo-tray.ts'

interface Sending {
  name: string
  progress: (share: number) => void
  arrive: (url: string) => void
  fail: (error: Error) => void
  signal: AbortSignal
}

function trayWith({ urls = [] as string[], most = 10, atOnce = 2 } = {}) {
  const sent: Sending[] = []
  const open = new Set<string>()
  const tray = createPhotoTray(
    {
      upload: (file, progress, signal) =>
        new Promise((arrive, fail) => {
          sent.push({ name: file.name, progress, arrive, fail, signal })
          signal.addEventListener('abort', () => fail(new Error('aborted')))
        }),
      openPreview: (file) => {
        open.add(`blob:${file.name}`)
        return `blob:${file.name}`
      },
      closePreview: (src) => open.delete(src),
      srcOf: (url) => `/api${url}`,
      most,
      atOnce,
    },
    urls,
  )
  const sending = (name: string) => {
    const found = sent.findLast((one) => one.name === name)
    if (!found) throw new Error(`${name} is not being sent`)
    return found
  }
  return {
    tray,
    sent,
    open,
    sending,
    states: () => tray.photos().map(({ upload }) => upload.state),
  }
}

const image = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const images = (...names: string[]) => names.map((name) => image(name))
const idAt = (photos: readonly TrayPhoto[], index: number) => photos[index]?.id ?? -1
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a photo tray', () => {
  it('begins with what is uploaded already', () => {
    const { tray } = trayWith({ urls: ['/uploads/a.webp'] })
    expect(tray.photos()[0]?.src).toBe('/api/uploads/a.webp')
    expect(urlsOf(tray.photos())).toEqual(['/uploads/a.webp'])
  })

  it('shows files at once and sends no more than two at a time', async () => {
    const { tray, sent, sending } = trayWith()
    tray.add(images('a', 'b', 'c'))
    expect(tray.photos().map(({ src }) => src)).toEqual(['blob:a', 'blob:b', 'blob:c'])
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b'])
    sending('b').arrive('/uploads/b')
    await turn()
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(urlsOf(tray.photos())).toEqual(['/uploads/b'])
  })

  it('keeps as many as there is room for, and images only', () => {
    const { tray } = trayWith({ urls: ['/uploads/a.webp'], most: 3 })
    const added = tray.add([
      image('notes.pdf', 'application/pdf'),
      ...images('b', 'c', 'd'),
      image('phone.HEIC', ''),
    ])
    expect(added).toEqual({ refused: 1, leftOut: 2 })
    expect(tray.photos()).toHaveLength(3)
  })

  it('tells how far each photo is', () => {
    const { tray, sending } = trayWith()
    tray.add(images('a'))
    sending('a').progress(0.5)
    expect(tray.photos()[0]?.upload).toEqual({ state: 'uploading', progress: 0.5 })
  })

  it('keeps a failed photo with its sentence, to be tried again', async () => {
    const { tray, sending, states } = trayWith()
    tray.add(images('a', 'b'))
    sending('a').fail(new ApiError(415, { error: 'Not a photo.' }))
    sending('b').fail(new ApiError(401, { error: 'Sign in to add photos.' }))
    await turn()
    expect(tray.photos().map(({ upload }) => upload)).toEqual([
      { state: 'failed', sentence: 'Not a photo.', signedOut: false },
      { state: 'failed', sentence: 'Sign in to add photos.', signedOut: true },
    ])
    tray.retry(idAt(tray.photos(), 0))
    expect(states()).toEqual(['uploading', 'failed'])
    sending('a').arrive('/uploads/a')
    await turn()
    expect(states()).toEqual(['uploaded', 'failed'])
  })

  it('ends the upload of a photo that is removed and sends the next', async () => {
    const { tray, sent, open, sending } = trayWith({ atOnce: 1 })
    tray.add(images('a', 'b'))
    tray.remove(idAt(tray.photos(), 0))
    await turn()
    expect(sending('a').signal.aborted).toBe(true)
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(tray.photos()).toHaveLength(1)
    expect([...open]).toEqual(['blob:b'])
  })

  it('moves photos to any place', () => {
    const { tray } = trayWith({ urls: ['/a', '/b', '/c'] })
    tray.move(idAt(tray.photos(), 2), 0)
    expect(urlsOf(tray.photos())).toEqual(['/c', '/a', '/b'])
    tray.move(idAt(tray.photos(), 0), 1)
    expect(urlsOf(tray.photos())).toEqual(['/a', '/c', '/b'])
  })

  it('is settled once every upload has arrived, failed or been removed', async () => {
    const { tray, sending } = trayWith()
    let settled = false
    tray.add(images('a', 'b', 'c'))
    tray.settled().then(() => {
      settled = true
    })
    sending('a').arrive('/uploads/a')
    sending('b').fail(new Error('offline'))
    await turn()
    expect(settled).toBe(false)
    tray.remove(idAt(tray.photos(), 2))
    await turn()
    expect(settled).toBe(true)
    await tray.settled()
  })

  it('lets go of every file when it is closed or replaced', () => {
    const { tray, open, sending } = trayWith()
    tray.add(images('a'))
    tray.replace(['/uploads/z'])
    expect(open.size).toBe(0)
    expect(sending('a').signal.aborted).toBe(true)
    expect(urlsOf(tray.photos())).toEqual(['/uploads/z'])
    tray.add(images('b'))
    tray.close()
    expect(open.size).toBe(0)
  })
})

describe('what is said of photos', () => {
  it('counts what was kept and left out', () => {
    expect(addedSentence({ refused: 0, leftOut: 0 }, 3, 10)).toBe('')
    expect(addedSentence({ refused: 0, leftOut: 2 }, 10, 10)).toBe(
      'A listing has at most 10 photos: 10 kept, 2 left out.',
    )
    expect(addedSentence({ refused: 1, leftOut: 0 }, 3, 10)).toBe(
      'Only images can be added: 1 file left out.',
    )
  })

  it('tells of uploads under way, then of failed ones', async () => {
    const { tray, sending } = trayWith()
    expect(uploadsSentence(tray.photos())).toBe('')
    tray.add(images('a', 'b'))
    expect(uploadsSentence(tray.photos())).toBe('Uploading 2 photos…')
    sending('a').fail(new Error('offline'))
    sending('b').arrive('/uploads/b')
    await turn()
    expect(uploadsSentence(tray.photos())).toBe('1 photo could not be uploaded.')
  })
})
