import { execFileSync } from 'node:child_process';

/** SIGKILL to every descendant of a process that is meant; gives how many. */
export function killDescendants(
  ancestor: number,
  isMeant: (commandLine: string, name: string) => boolean,
): number {
  const meant = descendantsOf(ancestor).filter(({ commandLine, name }) =>
    isMeant(commandLine, name),
  );
  for (const { pid } of meant) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went with its parent.
    }
  }
  return meant.length;
}

function descendantsOf(ancestor: number) {
  const list = execFileSync(
    'ps',
    ['-A', '-ww', '-o', 'pid=,ppid=,comm:15=,args='],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  );
  const lines = list.matchAll(/^\s*(\d+)\s+(\d+) (.{15}) (.*)$/gm);
  const all = [...lines].map(
    ([, pid, parent, name = '', commandLine = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      name: name.trim(),
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
