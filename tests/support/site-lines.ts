/** Returns the output of a command without the lines that say which site it works on. */
export const withoutSite = (output: string) => output.replaceAll(/^(Database|Folder): .*\n/gm, '')
