import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Child } from '../../local/child.ts';
import type { Workload } from '../k8s/manifests.ts';
import { root } from '../support/programs/command.ts';

/** A control group that a process is in, with no more memory than its pod has. */
export type PodMemory = { kills: () => number; remove: () => void };

/** Undefined where this machine does not let us make control groups. */
export function limitMemory({ name, process: { pid = 0 } }: Child): PodMemory | undefined {
  const isV2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const group = path.join('/sys/fs/cgroup', isV2 ? '' : 'memory', `client-reporting-${pid}`);
  const file = (ofV2: string, ofV1: string) => path.join(group, isV2 ? ofV2 : ofV1);
  try {
    mkdirSync(group);
    writeFileSync(file('memory.max', 'memory.limit_in_bytes'), `${memoryOfPod(name)}M`);
    writeFileSync(file('cgroup.procs', 'cgroup.procs'), String(pid));
  } catch {
    return undefined;
  }
  return {
    kills: () => {
      const events = readFileSync(file('memory.events', 'memory.oom_control'), 'utf8');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
    },
    remove: () => rmdirSync(group),
  };
}

/** In MiB. */
function memoryOfPod(name: string): number {
  const documents = parseAllDocuments(readFileSync(path.join(root, 'k8s/base', `${name}.yaml`), 'utf8'));
  const workloads = documents.map((document) => document.toJS() as Workload & { kind: string });
  const [container] = workloads.find(({ kind }) => kind === 'Deployment')?.spec.template.spec.containers ?? [];
  return Number(/^(\d+)Mi$/.exec(container?.resources?.limits.memory ?? '')?.[1]);
}
