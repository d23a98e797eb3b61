module toolarge

go 1.21
