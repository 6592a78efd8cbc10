export function readIfExists(file: string): string
