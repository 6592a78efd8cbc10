import { onTestFinished } from 'vitest'

type CleanUp = () => unknown

const cleanUps: CleanUp[] = []

/** Runs `cleanUp` when the current test ends or, outside a test, when its file ends. */
export function atEnd(cleanUp: CleanUp): void {
  try {
    onTestFinished(async () => void (await cleanUp()))
  } catch {
    atFileEnd(cleanUp)
  }
}

export function atFileEnd(cleanUp: CleanUp): void {
  cleanUps.push(cleanUp)
}

/** Runs the cleanups in reverse order. The files of a worker share this module, so each file has to call it. */
export async function cleanUpFile(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}
