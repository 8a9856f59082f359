// The program that answers for operators' host sides; what it does is in the library that they are all linked with.
int lanewise_serve(int count, char** words);

int main(int count, char** words) { return lanewise_serve(count, words); }
