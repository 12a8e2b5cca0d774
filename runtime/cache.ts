export type Cache<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
};
