import { execFileSync } from 'node:child_process'

/** Finds the files that differ from the last commit, including new and deleted ones. */
export function findChangedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** The files that the pages in the browser are made of, and those that their tests share. */
const shownInBrowser = /^(src\/(web|contract|categories)\/|src\/campus|public\/|tests\/browser\/)/

/** Returns whether the whole browser suite has to run, because a page or something that several specs use has changed. */
export function needsBrowserTests(changed: string[]): boolean {
  return changed.some((file) => shownInBrowser.test(file) && !/\.(spec|test)\.tsx?$/.test(file))
}
