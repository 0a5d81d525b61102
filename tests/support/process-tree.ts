import { execFileSync } from 'node:child_process';

/** SIGKILL to every descendant of a process whose command line is meant. */
export function killDescendants(
  ancestor: number,
  isMeant: (commandLine: string) => boolean,
): void {
  for (const { pid, commandLine } of descendantsOf(ancestor)) {
    if (!isMeant(commandLine)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went with its parent.
    }
  }
}

function descendantsOf(ancestor: number) {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const all = [...list.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, commandLine = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      commandLine,
    }),
  );
  const family = [ancestor];
  for (const member of family) {
    for (const { pid, parent } of all) {
      if (parent === member) family.push(pid);
    }
  }
  return all.filter(({ parent }) => family.includes(parent));
}
