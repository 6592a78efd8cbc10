import packageFile from '../../package.json' with { type: 'json' }

/** The version of this code, as in package.json. A release sets it. */
export const version: string = packageFile.version
