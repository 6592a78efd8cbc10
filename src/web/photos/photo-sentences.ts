import type { Added, TrayPhoto } from './photo-tray.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What the form says after files were chosen, if not all of them were taken. */
export function addedSentence({ refused, leftOut }: Added, kept: number, most: number): string {
  const sentences = []
  if (leftOut > 0) {
    sentences.push(`A listing has at most ${most} photos: ${kept} kept, ${leftOut} left out.`)
  }
  if (refused > 0) {
    sentences.push(`Only images can be added: ${counted(refused, 'file')} left out.`)
  }
  return sentences.join(' ')
}

/** How the uploads are going, all together. */
export function uploadsSentence(photos: readonly TrayPhoto[]): string {
  const count = (state: string) => photos.filter(({ upload }) => upload.state === state).length
  const [uploading, failed] = [count('uploading'), count('failed')]
  if (uploading > 0) return `Uploading ${counted(uploading, 'photo')}…`
  return failed > 0 ? `${counted(failed, 'photo')} could not be uploaded.` : ''
}
