drop schema reporting cascade;
