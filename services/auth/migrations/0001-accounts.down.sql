drop schema auth cascade;
