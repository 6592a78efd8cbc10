/** The texts that admins edit. Each is on the page of that path. The one of the privacy page is an addition to it. */
export const textNames = ['rules', 'about', 'privacy'] as const

export type TextName = (typeof textNames)[number]

/** The names of the texts, as admins and the log see them. */
export const textLabels: Record<TextName, string> = {
  rules: 'Rules',
  about: 'About',
  privacy: 'Additions to Privacy',
}

/** Whether the text may be empty. Only the additions to Privacy are empty by default. */
export const mayBeEmpty = (name: TextName): boolean => name === 'privacy'

export const maxTextLength = 20_000

/** Every line of a list costs the server far more time than its characters. */
export const maxTextLines = 1_000
